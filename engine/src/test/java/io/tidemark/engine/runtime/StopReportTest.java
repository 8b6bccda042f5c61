// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StopReportTest {
    private static final PartitionKey A = new PartitionKey(new UUID(1, 1), 0);
    private static final PartitionKey B = new PartitionKey(new UUID(1, 1), 1);

    private static RecoveredPartition at(PartitionKey key, long logEnd) {
        return new RecoveredPartition(key, logEnd, 3, false);
    }

    private static CleanShutdownFile.Content clean(RecoveredPartition... partitions) {
        return new CleanShutdownFile.Content(42, List.of(partitions));
    }

    @Test
    void namesTheEpochThatStoppedInGoodOrder() {
        StopReport report = StopReport.judge(clean(at(A, 10)), true, List.of(at(A, 10)));

        assertThat(report).isEqualTo(new StopReport(42, false, List.of()));
    }

    @Test
    void namesLogsThatAreNotAsTheyWereClosed() {
        StopReport report = StopReport.judge(clean(at(A, 10), at(B, 5)), false, List.of(at(A, 9), at(B, 5)));

        assertThat(report.uncleanPartitions()).containsExactly(A);
    }

    @Test
    void namesLogsThatAreMissing() {
        StopReport report = StopReport.judge(clean(at(A, 10), at(B, 5)), true, List.of(at(B, 5)));

        assertThat(report.uncleanPartitions()).containsExactly(A);
    }

    @Test
    void takesAKilledProcessOnTheSameBootForLossless() {
        StopReport report = StopReport.judge(null, true, List.of(at(A, 10)));

        assertThat(report).isEqualTo(new StopReport(-1, false, List.of()));
    }

    @Test
    void takesAnotherBootForLossy() {
        assertThat(StopReport.judge(null, false, List.of(at(A, 10))).lossy()).isTrue();
    }

    @Test
    void namesDamageWhateverTheStop() {
        RecoveredPartition damaged = new RecoveredPartition(A, 10, 3, true);

        assertThat(StopReport.judge(null, true, List.of(damaged)).uncleanPartitions())
                .containsExactly(A);
        assertThat(StopReport.judge(clean(at(A, 10)), true, List.of(damaged)).uncleanPartitions())
                .containsExactly(A);
    }
}
