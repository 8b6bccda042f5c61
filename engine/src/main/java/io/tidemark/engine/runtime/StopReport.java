// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a broker says at its registration about how its last life ended.
 *
 * @param previousBrokerEpoch epoch of a life that ended in good order; -1 otherwise
 * @param lossy whether anything not forced to disk may be lost; the controller knows which topics that concerns
 * @param uncleanPartitions partitions that may hold less than was promised
 */
public record StopReport(long previousBrokerEpoch, boolean lossy, List<PartitionKey> uncleanPartitions) {

    /**
     * Judges the last stop.
     *
     * @param clean what the clean-shutdown file said; null when there was none
     * @param sameBoot whether the kernel has run since the last start
     * @param recovered the logs as they were found
     */
    public static StopReport judge(
            CleanShutdownFile.@Nullable Content clean, boolean sameBoot, List<RecoveredPartition> recovered) {
        if (clean != null) {
            return new StopReport(clean.brokerEpoch(), false, notAsClosed(clean, recovered));
        }
        List<PartitionKey> damaged = recovered.stream()
                .filter(RecoveredPartition::damaged)
                .map(RecoveredPartition::key)
                .toList();
        return new StopReport(-1, !sameBoot, damaged);
    }

    /** This report and that of an earlier start which the controller was never told. */
    public StopReport with(StopReport untold) {
        List<PartitionKey> unclean = new ArrayList<>(uncleanPartitions);
        for (PartitionKey key : untold.uncleanPartitions) {
            if (!unclean.contains(key)) {
                unclean.add(key);
            }
        }
        return new StopReport(previousBrokerEpoch, lossy || untold.lossy, List.copyOf(unclean));
    }

    private static List<PartitionKey> notAsClosed(CleanShutdownFile.Content clean, List<RecoveredPartition> recovered) {
        Map<PartitionKey, RecoveredPartition> closed = new LinkedHashMap<>();
        clean.partitions().forEach(partition -> closed.put(partition.key(), partition));
        List<PartitionKey> unclean = new ArrayList<>();
        for (RecoveredPartition found : recovered) {
            RecoveredPartition promised = closed.remove(found.key());
            boolean asClosed = promised != null
                    && !found.damaged()
                    && promised.logEndOffset() == found.logEndOffset()
                    && promised.lastEpoch() == found.lastEpoch();
            if (!asClosed) {
                unclean.add(found.key());
            }
        }
        unclean.addAll(closed.keySet());
        return List.copyOf(unclean);
    }
}
