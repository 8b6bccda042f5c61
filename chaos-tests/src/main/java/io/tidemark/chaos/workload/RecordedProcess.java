// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.function.Supplier;

/** One client in the history, which after an operation of unknown outcome goes on under another number. One thread. */
final class RecordedProcess {
    private final ClientContext context;
    private int number;

    RecordedProcess(ClientContext context) {
        this.context = context;
        this.number = context.nextProcess().getAndIncrement();
    }

    Invocation invoke(Function function, List<Step> steps) {
        return context.recorder().invoke(number, function, steps);
    }

    /**
     * Does something that changes what is there. Refused, it may be what an earlier attempt inside of the node did: then, and
     * without an answer, nobody knows.
     */
    void change(Function function, List<Step> steps, Supplier<ErrorCode> call) {
        Invocation invocation = invoke(function, steps);
        String error;
        try {
            ErrorCode code = call.get();
            if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                complete(invocation, Outcome.OK, steps, "");
                return;
            }
            error = code.name();
        } catch (StatusRuntimeException e) {
            error = e.getStatus().getCode().name();
        }
        complete(invocation, Outcome.INFO, steps, error);
    }

    void complete(Invocation invocation, Outcome outcome, List<Step> steps, String error) {
        context.recorder().complete(invocation, outcome, steps, error);
        if (outcome == Outcome.INFO) {
            number = context.nextProcess().getAndIncrement();
        }
    }
}
