// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineStallsTest {
    private static final long MS_NANOS = 1_000_000;

    private final MachineStalls stalls = new MachineStalls();
    private long nowNanos = -5_000;

    private void begin() {
        stalls.begin(nowNanos);
    }

    private void awakeEvery(long ms, int times) {
        for (int i = 0; i < times; i++) {
            nowNanos += ms * MS_NANOS;
            stalls.awoke(nowNanos);
        }
    }

    @Test
    void areNoneBeforeAnythingWasMeasured() {
        assertThat(stalls.isHeavy()).isFalse();
    }

    @Test
    void areNotHeavyWhereTheThreadRunsWhenItAsks() {
        begin();
        awakeEvery(21, 1_000);
        assertThat(stalls.isHeavy()).isFalse();
        assertThat(stalls.describe()).contains("0 % of the time, at most 0 ms");
    }

    @Test
    void doNotCountLatenessThatNoClusterWouldNotice() {
        begin();
        awakeEvery(170, 100);
        assertThat(stalls.isHeavy()).isFalse();
    }

    @Test
    void areHeavyOnceATwentiethOfTheTimeIsLost() {
        begin();
        awakeEvery(20, 465);
        awakeEvery(20 + 400, 1);
        assertThat(stalls.isHeavy()).as("400 ms of 9.7 s").isFalse();
        awakeEvery(20 + 300, 1);
        assertThat(stalls.isHeavy()).as("700 ms of 10 s").isTrue();
        assertThat(stalls.describe()).contains("6 % of the time, at most 400 ms");
    }

    @Test
    void areForgivenWhenTheMachineRunsWellForLongAfterThem() {
        begin();
        awakeEvery(1_020, 1);
        assertThat(stalls.isHeavy()).isTrue();
        awakeEvery(20, 1_000);
        assertThat(stalls.isHeavy()).isFalse();
    }
}
