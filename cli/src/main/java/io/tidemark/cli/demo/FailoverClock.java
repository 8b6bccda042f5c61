// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Measures failover: from the kill to the first acknowledged write on the last of all partitions that lost their leader. A
 * write counts only if it was sent after the kill, since an earlier one may have been acknowledged by the victim itself.
 * Times are of {@link System#nanoTime}. Another kill begins
 * another measurement. Thread-safe.
 */
final class FailoverClock {
    private final Map<Integer, OptionalLong> firstAckNanos = new TreeMap<>();
    private long killNanos;
    private boolean killed;

    /** The leader of these partitions dies now. */
    synchronized void onKill(long nowNanos, Collection<Integer> affectedPartitions) {
        killed = true;
        firstAckNanos.clear();
        killNanos = nowNanos;
        affectedPartitions.forEach(partition -> firstAckNanos.put(partition, OptionalLong.empty()));
    }

    /** A write was acknowledged. */
    synchronized void onAcknowledged(int partition, long sentNanos, long nowNanos) {
        OptionalLong first = firstAckNanos.get(partition);
        if (killed && first != null && first.isEmpty() && sentNanos - killNanos > 0) {
            firstAckNanos.put(partition, OptionalLong.of(nowNanos));
        }
    }

    /** Whether every affected partition has acknowledged again. */
    synchronized boolean isComplete() {
        return killed && firstAckNanos.values().stream().allMatch(OptionalLong::isPresent);
    }

    /** Milliseconds to the first acknowledgement by affected partition; those still waiting are left out. */
    synchronized Map<Integer, Long> elapsedMsByPartition() {
        Map<Integer, Long> elapsed = new TreeMap<>();
        firstAckNanos.forEach((partition, first) ->
                first.ifPresent(nanos -> elapsed.put(partition, TimeUnit.NANOSECONDS.toMillis(nanos - killNanos))));
        return elapsed;
    }

    /** Milliseconds until the last affected partition acknowledged; empty while one still waits. */
    synchronized OptionalLong elapsedMs() {
        if (!isComplete()) {
            return OptionalLong.empty();
        }
        return elapsedMsByPartition().values().stream()
                .mapToLong(Long::longValue)
                .max();
    }
}
