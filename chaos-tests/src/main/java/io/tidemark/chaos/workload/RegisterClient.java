// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of one node that writes and reads a config of a topic, a register of the cluster's metadata. A read first takes
 * a change of another config through the controller: what the node knows after that is at least as new as the read.
 */
final class RegisterClient implements Runnable {
    private static final String REGISTER = "retention.ms";
    private static final String TOUCHED = "delete.retention.ms";
    private static final long PAUSE_MEAN_MS = 250;
    private static final long LEAST_VALUE = 10_000_000;

    private final ClientContext context;
    private final Generator generator;
    private final AtomicLong nextValue;
    private final String address;
    private final RecordedProcess process;

    RegisterClient(ClientContext context, Generator generator, AtomicLong nextValue, String address) {
        this.context = context;
        this.generator = generator;
        this.nextValue = nextValue;
        this.address = address;
        this.process = new RecordedProcess(context);
    }

    @Override
    public void run() {
        try (NodeCalls node = new NodeCalls(address)) {
            while (!context.isStopping()) {
                if (generator.below(2) == 0) {
                    write(node, LEAST_VALUE + nextValue.incrementAndGet());
                } else {
                    read(node);
                }
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        }
    }

    private void write(NodeCalls node, long value) {
        List<Step> steps = List.of(new Step.Register(value));
        Invocation invocation = process.invoke(Function.WRITE, steps);
        try {
            ErrorCode code = node.set(context.plan().registerTopic(), REGISTER, value);
            boolean isDone = code == ErrorCode.ERROR_CODE_UNSPECIFIED;
            process.complete(invocation, isDone ? Outcome.OK : Outcome.INFO, steps, isDone ? "" : code.name());
        } catch (StatusRuntimeException e) {
            process.complete(
                    invocation, Outcome.INFO, steps, e.getStatus().getCode().name());
        }
    }

    private void read(NodeCalls node) {
        Invocation invocation = process.invoke(Function.READ, List.of());
        try {
            ErrorCode code =
                    node.set(context.plan().registerTopic(), TOUCHED, LEAST_VALUE + nextValue.incrementAndGet());
            if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                long value = node.config(context.plan().registerTopic(), REGISTER);
                process.complete(invocation, Outcome.OK, List.of(new Step.Register(value)), "");
            } else {
                process.complete(invocation, Outcome.FAIL, List.of(), code.name());
            }
        } catch (StatusRuntimeException e) {
            Status.Code code = e.getStatus().getCode();
            process.complete(invocation, Outcome.FAIL, List.of(), code.name());
        }
    }
}
