// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the controller what this broker has of partitions that lost every eligible leader replica and that it was the last
 * known one of, so that the replica that has most is elected (KIP-966). Thread-safe.
 */
final class LogEndReports implements Runnable {
    private final int brokerId;
    private final Sender sender;
    private final SortedMap<PartitionKey, LogEnd> gathered = new TreeMap<>();

    /**
     * What a log holds.
     *
     * @param lastEpoch leader epoch of the last record; -1 for an empty log
     * @param logEndOffset offset after the last record
     */
    record LogEnd(int lastEpoch, long logEndOffset) {}

    /** Carries the reports to the controller; does not block. */
    @FunctionalInterface
    interface Sender {
        /** Sends them. What becomes of them shows in the image; they are sent again until then. */
        void send(SortedMap<PartitionKey, LogEnd> ends);
    }

    LogEndReports(int brokerId, Sender sender) {
        this.brokerId = brokerId;
        this.sender = sender;
    }

    /** Whether the controller waits for this broker's word on the partition. */
    boolean isWanted(ClusterImage image, PartitionKey key) {
        @Nullable PartitionImage partition = image.partition(key);
        return partition != null
                && !partition.hasLeader()
                && partition.isr().isEmpty()
                && partition.elr().isEmpty()
                && partition.lastKnownElr().contains(brokerId);
    }

    synchronized void add(PartitionKey key, LogEnd end) {
        gathered.put(key, end);
    }

    @Override
    public void run() {
        SortedMap<PartitionKey, LogEnd> ends;
        synchronized (this) {
            ends = new TreeMap<>(gathered);
            gathered.clear();
        }
        if (!ends.isEmpty()) {
            sender.send(ends);
        }
    }
}
