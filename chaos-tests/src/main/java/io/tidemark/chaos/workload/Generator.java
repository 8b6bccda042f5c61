// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What one client does next. Values are drawn from a counter that all generators share, so each is unique. */
final class Generator {
    private static final int MOST_SENDS = 6;
    private static final int REASSIGN_ONE_IN = 64;
    /** The last partition is trimmed again and again and is to be empty most of the time. */
    private static final int LAST_ONE_IN = 4;

    private final SplittableRandom random;
    private final AtomicLong nextValue;
    private final int partitionCount;

    Generator(long seed, AtomicLong nextValue, int partitionCount) {
        this.random = new SplittableRandom(seed);
        this.nextValue = nextValue;
        this.partitionCount = partitionCount;
    }

    /** Some values for some partitions; low partitions are hot. */
    List<Step.Sent> sends() {
        List<Step.Sent> sends = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_SENDS);
        for (int i = 0; i < count; i++) {
            sends.add(new Step.Sent(partition(), nextValue.getAndIncrement(), -1, Outcome.INFO));
        }
        return sends;
    }

    /** A partition; each is twice as likely as the next, and the last one is rare. */
    int partition() {
        int partition = 0;
        while (partition < partitionCount - 1 && random.nextBoolean()) {
            partition++;
        }
        boolean isTooOften = partition == partitionCount - 1 && random.nextInt(LAST_ONE_IN) != 0;
        return isTooOften ? 0 : partition;
    }

    /** A set of partitions that holds those that are behind, or all. */
    List<Integer> partitions(List<Integer> behind) {
        List<Integer> chosen = new ArrayList<>();
        boolean isWhole = random.nextInt(3) == 0;
        for (int partition = 0; partition < partitionCount; partition++) {
            if (isWhole || behind.contains(partition) || random.nextBoolean()) {
                chosen.add(partition);
            }
        }
        return chosen.isEmpty() ? List.of(partition()) : chosen;
    }

    boolean isTimeToReassign() {
        return random.nextInt(REASSIGN_ONE_IN) == 0;
    }

    /** Whether the client dies now, when it should about every {@code meanMs}. */
    boolean isTimeToCrash(long sinceLastOperationMs, long meanMs) {
        return random.nextDouble() < (double) sinceLastOperationMs / meanMs;
    }

    /** A pause in nanoseconds, exponential. */
    long pauseNanos(long meanMs) {
        return (long) (-Math.log(1 - random.nextDouble()) * meanMs * 1_000_000);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }
}
