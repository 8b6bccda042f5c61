// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyRecordTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final IntendedTimes EVERY_MS = new IntendedTimes(0, 1_000);

    @Test
    void aStallCountsForEveryRecordThatWasDueInIt() {
        LatencyRecord record = new LatencyRecord(0, 100 * MS);
        for (int index = 0; index < 100; index++) {
            long dueNanos = EVERY_MS.dueNanos(index);
            // Nothing is acknowledged from 50 ms on until 100 ms; each record by itself took a moment only.
            record.ended(dueNanos, dueNanos < 50 * MS ? dueNanos + MS / 10 : 100 * MS);
        }

        assertThat(record.count()).isEqualTo(100);
        assertThat(record.quantileMicros(0.49)).isLessThan(200);
        assertThat(record.quantileMicros(0.75)).isBetween(24_000.0, 26_100.0);
        assertThat(record.quantileMicros(1)).isBetween(49_900.0, 50_100.0);
    }

    @Test
    void recordsDueOutsideTheWindowDoNotCount() {
        LatencyRecord record = new LatencyRecord(10 * MS, 20 * MS);

        record.ended(10 * MS - 1, 15 * MS);
        record.ended(10 * MS, 15 * MS);
        record.ended(20 * MS - 1, 25 * MS);
        record.ended(20 * MS, 25 * MS);

        assertThat(record.count()).isEqualTo(2);
    }

    @Test
    void recordsThatNeverEndedTookAtLeastUntilTheEnd() {
        LatencyRecord record = new LatencyRecord(10 * MS, 20 * MS);
        for (int index = 10; index < 15; index++) {
            record.ended(EVERY_MS.dueNanos(index), EVERY_MS.dueNanos(index) + MS);
        }

        record.giveUp(EVERY_MS, 1_020 * MS);

        assertThat(record.count()).isEqualTo(10);
        assertThat(record.quantileMicros(0.5)).isLessThan(1_100);
        assertThat(record.quantileMicros(0.6)).isGreaterThan(999_000);
    }

    @Test
    void nothingIsAddedWhenAllEnded() {
        LatencyRecord record = new LatencyRecord(0, 10 * MS);
        for (int index = 0; index < 10; index++) {
            record.ended(EVERY_MS.dueNanos(index), EVERY_MS.dueNanos(index) + MS);
        }

        record.giveUp(EVERY_MS, 1_000 * MS);

        assertThat(record.count()).isEqualTo(10);
        assertThat(record.quantileMicros(1)).isLessThan(1_100);
    }

    @Test
    void reportsQuantilesUnderItsName() {
        LatencyRecord record = new LatencyRecord(0, MS);
        record.ended(0, 3 * MS);
        TreeMap<String, Double> metrics = new TreeMap<>();

        record.report("ack", metrics);

        assertThat(metrics).containsKeys("ackP50Micros", "ackP99Micros", "ackP999Micros", "ackMaxMicros");
        assertThat(metrics).containsEntry("ackCount", 1.0);
        assertThat(record.curve()).isNotEmpty().allSatisfy(point -> assertThat(point.micros())
                .isBetween(2_990.0, 3_010.0));
    }
}
