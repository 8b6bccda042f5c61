// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private static final DeliveryProof.Verdict GOOD = new DeliveryProof.Verdict(1, 0, 0, 0, 0, List.of());

    private static DemoReport report(boolean refused, DeliveryProof.Verdict afterwards) {
        WrittenLines written = new WrittenLines(2);
        written.sent(1);
        written.acknowledged(0, 0, 0);
        if (refused) {
            written.sent(2);
            written.refused();
        }
        return new DemoReport(new DemoReport.Casualty(2, true, List.of(1, 4)), 640, 1_500, written, GOOD, afterwards);
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
    void isNotProvenWithALossOrARefusedWrite() {
        DeliveryProof.Verdict lost = new DeliveryProof.Verdict(0, 1, 0, 0, 0, List.of("line 0 is gone"));

        assertThat(report(false, lost).isProven()).isFalse();
        assertThat(report(false, lost).lines()).contains("fault       line 0 is gone", "NOT PROVEN: see above.");
        assertThat(report(true, GOOD).isProven()).isFalse();
    }
}
