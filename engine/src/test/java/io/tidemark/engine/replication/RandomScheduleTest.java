// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs seeds in order; {@code -Dschedule.first=N -Dschedule.count=M} runs others. */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class RandomScheduleTest {
    private static final long FIRST = Long.getLong("schedule.first", 1);
    private static final long COUNT = Long.getLong("schedule.count", 1_500);

    @Test
    void acknowledgedRecordsSurviveAndReplicasEndEqual() {
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            List<String> trace = new RandomSchedule(seed).run();
            if (trace.stream().anyMatch(RandomSchedule::isWrong)) {
                fail("seed " + seed + " (-Dschedule.first=" + seed + " -Dschedule.count=1)\n"
                        + String.join("\n", trace));
            }
        }
    }

    @Test
    void sameSeedGivesTheSameTrace() {
        assertThat(new RandomSchedule(FIRST).run()).isEqualTo(new RandomSchedule(FIRST).run());
    }
}
