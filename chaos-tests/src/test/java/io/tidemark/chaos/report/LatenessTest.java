// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.AtRest;
import io.tidemark.chaos.workload.Conditions;
import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A cluster that is late is at fault only where the machine is not. */
class LatenessTest {
    private static final FaultRecord NEVER_WHOLE =
            new FaultRecord("kill-leader", "nodes [1]", 5, 6, -1, true, "gone", 0);

    private static Verdict judge(String stalls) {
        RunRecord run = new RunRecord(
                new History(List.of(), new TreeMap<>()),
                new AtRest("chaos", List.of(), List.of()),
                List.of(),
                List.of(NEVER_WHOLE),
                new Conditions(60, stalls));
        return Verdict.of(run, Map.of(), List.of(), 0, false);
    }

    @Test
    void isAnAnomalyOnAMachineThatLetAllRunOnTime() {
        assertThat(judge("").anomalies()).containsOnlyKeys("ClusterHealsInTime");
    }

    @Test
    void makesTheRunInvalidOnAMachineThatStalled() {
        Verdict verdict = judge("the machine stalled for 20 % of the time");
        assertThat(verdict.anomalies()).isEmpty();
        assertThat(verdict.gaps())
                .anyMatch(gap -> gap.startsWith("ClusterHealsInTime: ") && gap.contains("stalled for 20 %"));
    }
}
