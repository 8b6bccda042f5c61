// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import java.util.List;

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

    void complete(Invocation invocation, Outcome outcome, List<Step> steps, String error) {
        context.recorder().complete(invocation, outcome, steps, error);
        if (outcome == Outcome.INFO) {
            number = context.nextProcess().getAndIncrement();
        }
    }
}
