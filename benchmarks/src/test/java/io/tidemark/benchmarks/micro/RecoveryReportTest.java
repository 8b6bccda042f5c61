// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryReportTest {
    @Test
    void theSlowerTimeIsExtrapolatedFrom() {
        assertThat(RecoveryReport.extrapolatedMs(2048, 84, 43)).isEqualTo(84);
        assertThat(RecoveryReport.extrapolatedMs(2048, 50, 150)).isEqualTo(150 + 100.0 / 1024 * (10240 - 2048));
    }

    @Test
    void whatWasMeasuredIsNotExtrapolated() {
        assertThat(RecoveryReport.extrapolatedMs(10240, 300, 200)).isEqualTo(200);
    }
}
