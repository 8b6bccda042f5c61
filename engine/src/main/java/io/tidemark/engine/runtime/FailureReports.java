// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the controller of replicas here that cannot do their work, so that others lead and nobody counts on these: again
 * and again while the image still counts on them, or does not yet fence what they acknowledged. Running it sends what is due.
 * Thread-safe.
 */
final class FailureReports implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(FailureReports.class);
    /** A failed log stays failed until the process starts again. */
    private static final int EVERY_EPOCH = Integer.MAX_VALUE;

    private static final int NO_EPOCH = -1;

    private final int brokerId;
    private final Supplier<ClusterImage> image;
    private final FailedReplicaSender sender;
    private final Map<PartitionKey, Failure> failures = new ConcurrentHashMap<>();
    private final AtomicBoolean underWay = new AtomicBoolean();

    /** What failed, up to which leader epoch that matters, and which one must end even if nobody counts on it any more. */
    private record Failure(int lastLeaderEpoch, int fencedEpoch, String reason) {}

    FailureReports(int brokerId, Supplier<ClusterImage> image, FailedReplicaSender sender) {
        this.brokerId = brokerId;
        this.image = image;
        this.sender = sender;
    }

    /** The partition's log failed, or could not be opened. */
    void logFailed(PartitionKey key, String reason) {
        failures.put(key, new Failure(EVERY_EPOCH, NO_EPOCH, reason));
    }

    /**
     * A log that failed may begin again once what it acknowledged up to that leader epoch is fenced. Of one that is not in sync
     * nobody else would ask for that: it would wait for as long as its leader leads.
     */
    void awaitsFence(PartitionKey key, int leaderEpoch) {
        failures.computeIfPresent(
                key, (unused, failure) -> new Failure(failure.lastLeaderEpoch, leaderEpoch, failure.reason));
    }

    /** This broker cannot lead the partition; once another leads it may go on as a follower. */
    void giveUpLeadership(PartitionKey key, int leaderEpoch, String reason) {
        failures.putIfAbsent(key, new Failure(leaderEpoch, NO_EPOCH, reason));
    }

    /** The partition is not here any more. */
    void forget(PartitionKey key) {
        failures.remove(key);
    }

    @Override
    public void run() {
        ClusterImage current = image.get();
        failures.entrySet().removeIf(entry -> isOver(entry.getValue(), current.partition(entry.getKey())));
        List<PartitionKey> due = new ArrayList<>();
        failures.forEach((key, failure) -> {
            if (isDue(failure, current.partition(key))) {
                due.add(key);
            }
        });
        if (due.isEmpty() || !underWay.compareAndSet(false, true)) {
            return;
        }
        due.forEach(key -> LOG.info("Telling the controller that {} failed here: {}", key, reasonOf(key)));
        sender.send(due).whenComplete((answer, failure) -> {
            underWay.set(false);
            if (answer == null || !answer.isOk()) {
                LOG.info("The controller did not take the report of failed replicas; it is sent again");
            }
        });
    }

    private String reasonOf(PartitionKey key) {
        Failure failure = failures.get(key);
        return failure == null ? "" : failure.reason;
    }

    private static boolean isOver(Failure failure, @Nullable PartitionImage partition) {
        return partition != null && partition.leaderEpoch() > failure.lastLeaderEpoch;
    }

    /** A leader that only wants to be replaced stays when nobody else is in sync: its log is sound. */
    private boolean isDue(Failure failure, @Nullable PartitionImage partition) {
        if (partition == null) {
            return false;
        }
        boolean isUnfenced = partition.leaderEpoch() <= failure.fencedEpoch
                && partition.replicas().contains(brokerId);
        boolean mayBeMissed =
                failure.lastLeaderEpoch == EVERY_EPOCH || partition.isr().size() > 1;
        return isUnfenced || (countsOn(partition) && mayBeMissed);
    }

    private boolean countsOn(PartitionImage partition) {
        return partition.leader() == brokerId
                || partition.isr().contains(brokerId)
                || partition.elr().contains(brokerId);
    }
}
