// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private static final DeliveryProof.Verdict GOOD = new DeliveryProof.Verdict(1, 0, 0, 0, 0, List.of());

    private static Failover failover(boolean ledQuorum, long elapsedMs) {
        return new Failover(2, ledQuorum, List.of(1, 4), elapsedMs, 1_500);
    }

    private static DemoReport report(boolean refused, DeliveryProof.Verdict afterwards) {
        WrittenLines written = new WrittenLines(2);
        written.sent(1);
        written.acknowledged(0, 0, 0);
        if (refused) {
            written.sent(2);
            written.refused();
        }
        return new DemoReport(List.of(failover(true, 640)), written, GOOD, afterwards);
    }

    @Test
    void saysWhatItMeasuredAndWhetherTheVictimLedTheQuorum() {
        DemoReport report = report(false, GOOD);

        assertThat(report.isProven()).isTrue();
        assertThat(report.lines())
                .contains(
                        "failover    640 ms from kill -9 of node 2 (which also led the quorum) to the first"
                                + " acknowledged write on the last of 2 partition(s)",
                        "PROVEN: every acknowledged line is there exactly once and in order per key.");
        assertThat(report.toJson().get("failoverMs").getAsLong()).isEqualTo(640);
        assertThat(report.toJson().get("victimLedQuorum").getAsBoolean()).isTrue();
    }

    @Test
    void saysHowTheTimesOfSeveralFailoversSpreadForEachKindOfVictim() {
        WrittenLines written = new WrittenLines(0);
        DemoReport report = new DemoReport(
                List.of(failover(false, 300), failover(true, 1_200), failover(false, 200), failover(false, 250)),
                written,
                GOOD,
                GOOD);

        assertThat(report.lines())
                .contains(
                        "all         4 failover(s), median 275 ms, 200 to 1200 ms: 200 250 300 1200",
                        "not quorum  3 failover(s), median 250 ms, 200 to 300 ms: 200 250 300",
                        "quorum      1 failover(s), median 1200 ms, 1200 to 1200 ms: 1200");
        assertThat(report.toJson().get("failoverMs").getAsLong()).isEqualTo(275);
        assertThat(report.toJson()
                        .getAsJsonObject("victimNotQuorumLeader")
                        .get("medianMs")
                        .getAsLong())
                .isEqualTo(250);
        assertThat(report.toJson().getAsJsonArray("failovers")).hasSize(4);
    }

    @Test
    void isNotProvenWithALossOrARefusedWrite() {
        DeliveryProof.Verdict lost = new DeliveryProof.Verdict(0, 1, 0, 0, 0, List.of("line 0 is gone"));

        assertThat(report(false, lost).isProven()).isFalse();
        assertThat(report(false, lost).lines()).contains("fault       line 0 is gone", "NOT PROVEN: see above.");
        assertThat(report(true, GOOD).isProven()).isFalse();
    }

    @Test
    void theMedianIsHeldAgainstALimit() {
        assertThat(report(false, GOOD).isMedianBelow(641)).isTrue();
        assertThat(report(false, GOOD).isMedianBelow(640)).isFalse();
    }
}
