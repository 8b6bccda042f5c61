// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a client sends later stands behind what it sent before (nonmonotonic-send). */
public final class SendsKeepOrder implements HistoryInvariant {
    /** Stateless. */
    public SendsKeepOrder() {}

    @Override
    public List<String> violations(History history) {
        LogOrder order = LogOrder.of(history);
        List<String> found = new ArrayList<>();
        Map<List<Integer>, Step.Sent> lastSent = new HashMap<>();
        for (Operation operation : history.operations(Function.SEND)) {
            if (operation.outcome() == Outcome.FAIL) {
                continue;
            }
            Map<Integer, Step.Sent> first = new HashMap<>();
            Map<Integer, Step.Sent> last = new HashMap<>();
            for (Step step : operation.steps()) {
                if (step instanceof Step.Sent sent) {
                    first.putIfAbsent(sent.partition(), sent);
                    last.put(sent.partition(), sent);
                }
            }
            first.forEach((partition, sent) -> {
                Step.Sent before = lastSent.get(List.of(operation.process(), partition));
                if (before != null && order.distance(partition, before.value(), sent.value()) < 1) {
                    found.add("out of order at " + operation.place() + ": process " + operation.process() + " sent "
                            + before + " before " + sent);
                }
            });
            last.forEach((partition, sent) -> lastSent.put(List.of(operation.process(), partition), sent));
        }
        return found;
    }
}
