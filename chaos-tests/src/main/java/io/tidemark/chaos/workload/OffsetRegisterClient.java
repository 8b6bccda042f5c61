// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.CommittedOffset;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchOffsetsResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of one node that reads and, while that coordinates the group, writes the committed offset of a group without
 * members: a register that no node but the present coordinator may speak for.
 */
final class OffsetRegisterClient implements Runnable {
    private static final long PAUSE_MEAN_MS = 60;

    private final ClientContext context;
    private final Generator generator;
    private final AtomicLong nextValue;
    private final String address;
    private final String group;
    private final String topic;
    private final RecordedProcess process;

    OffsetRegisterClient(ClientContext context, Generator generator, AtomicLong nextValue, String address) {
        this.context = context;
        this.generator = generator;
        this.nextValue = nextValue;
        this.address = address;
        this.group = context.plan().registerGroup();
        this.topic = context.plan().registerTopic();
        this.process = new RecordedProcess(context);
    }

    @Override
    public void run() {
        try (GroupCalls node = new GroupCalls(address)) {
            while (!context.isStopping()) {
                boolean isCoordinator = read(node);
                if (isCoordinator && generator.below(2) == 0) {
                    write(node, nextValue.incrementAndGet());
                }
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        }
    }

    /** Whether the node answered for the group. */
    private boolean read(GroupCalls node) {
        Invocation invocation = process.invoke(Function.COMMITTED, List.of());
        try {
            FetchOffsetsResponse answer = node.committed(group, topic, List.of(0));
            ErrorCode code = answer.getError();
            if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                CommittedOffset offset = answer.getOffsets(0);
                code = offset.getError();
                if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                    process.complete(invocation, Outcome.OK, List.of(step(offset.getOffset())), "");
                    return true;
                }
            }
            process.complete(invocation, Outcome.FAIL, List.of(), code.name());
        } catch (StatusRuntimeException e) {
            process.complete(
                    invocation, Outcome.FAIL, List.of(), e.getStatus().getCode().name());
        }
        return false;
    }

    private void write(GroupCalls node, long value) {
        process.change(Function.COMMIT, List.of(step(value)), () -> commit(node, value));
    }

    private ErrorCode commit(GroupCalls node, long value) {
        CommitOffsetsResponse answer = node.commit(CommitOffsetsRequest.newBuilder()
                .setGroupId(group)
                .addOffsets(GroupCalls.offset(topic, 0, value))
                .build());
        ErrorCode code = answer.getError();
        return code == ErrorCode.ERROR_CODE_UNSPECIFIED
                ? answer.getPartitions(0).getError()
                : code;
    }

    private Step step(long offset) {
        return new Step.Committed(group, 0, -1, offset);
    }
}
