// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values that one operation sends to a partition stand there in the order sent (int-nonmonotonic-send). */
public final class SendsKeepOrderInside implements HistoryInvariant {
    /** Stateless. */
    public SendsKeepOrderInside() {}

    @Override
    public List<String> violations(History history) {
        LogOrder order = LogOrder.of(history);
        List<String> found = new ArrayList<>();
        for (Operation operation : history.operations()) {
            Map<Integer, Step.Sent> last = new HashMap<>();
            for (Step step : operation.steps()) {
                if (step instanceof Step.Sent sent) {
                    Step.Sent before = last.put(sent.partition(), sent);
                    if (before != null && order.distance(sent.partition(), before.value(), sent.value()) < 1) {
                        found.add("out of order inside " + operation.place() + ": " + before + " then " + sent);
                    }
                }
            }
        }
        return found;
    }
}
