// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that deletes all records of the coldest partition again and again, so that its log is empty most of the time and
 * whoever forgets where it ended hands an offset out twice.
 */
final class TrimmingClient implements Runnable {
    private static final long PAUSE_MEAN_MS = 100;

    private final ClientContext context;
    private final Generator generator;
    private final int process;
    private final int partition;

    TrimmingClient(ClientContext context, Generator generator) {
        this.context = context;
        this.generator = generator;
        this.process = context.nextProcess().getAndIncrement();
        this.partition = context.plan().trimmedPartition();
    }

    @Override
    public void run() {
        List<NodeCalls> nodes = new ArrayList<>();
        context.plan().nodes().forEach(address -> nodes.add(new NodeCalls(address)));
        try (Consumer consumer = Consumer.create(context.plan().config())) {
            while (!context.isStopping()) {
                trim(nodes, end(consumer));
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        } finally {
            nodes.forEach(NodeCalls::close);
        }
    }

    private long end(Consumer consumer) {
        TopicPartition named = context.plan().named(List.of(partition)).get(0);
        try {
            return consumer.endOffsets(List.of(named)).getOrDefault(named, -1L);
        } catch (TidemarkException e) {
            return -1; // Asked again in the next round.
        }
    }

    private void trim(List<NodeCalls> nodes, long beforeOffset) {
        if (beforeOffset <= 0) {
            return;
        }
        List<Step> steps = List.of(new Step.Trimmed(partition, beforeOffset));
        Invocation invocation = context.recorder().invoke(process, Function.TRIM, steps);
        Outcome outcome = Outcome.FAIL;
        String error = "";
        for (NodeCalls node : nodes) {
            try {
                ErrorCode code = node.trim(context.plan().topic(), partition, beforeOffset);
                if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                    context.recorder().complete(invocation, Outcome.OK, steps, "");
                    return;
                }
                error = code.name();
            } catch (StatusRuntimeException e) {
                error = e.getStatus().getCode().name();
            }
            outcome = Outcome.INFO;
        }
        context.recorder().complete(invocation, outcome, steps, error);
    }
}
