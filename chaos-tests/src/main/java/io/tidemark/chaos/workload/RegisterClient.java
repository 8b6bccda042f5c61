// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A client of one node that writes and reads a config of a topic, a register of the cluster's metadata. */
final class RegisterClient extends MetadataRegisterClient {
    private static final String REGISTER = "retention.ms";
    private static final long PAUSE_MEAN_MS = 250;

    RegisterClient(ClientContext context, Generator generator, AtomicLong nextValue, String address) {
        super(context, generator, nextValue, address, PAUSE_MEAN_MS);
    }

    @Override
    void work(NodeCalls node) {
        if (generator.below(2) == 0) {
            write(node, newValue());
        } else {
            read(node);
        }
    }

    private void write(NodeCalls node, long value) {
        process.change(
                Function.WRITE,
                List.of(new Step.Register(value)),
                () -> node.set(context.plan().registerTopic(), REGISTER, value));
    }

    private void read(NodeCalls node) {
        Invocation invocation = process.invoke(Function.READ, List.of());
        try {
            ErrorCode code = touch(node);
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
