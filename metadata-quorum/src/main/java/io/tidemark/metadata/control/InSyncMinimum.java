// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a topic can have the minimum of in-sync replicas that is asked for it by name. One above the number of its
 * replicas promises more copies than there are. The cluster-wide default is a ceiling instead: topics with fewer replicas
 * take what they have.
 */
final class InSyncMinimum {
    private static final String KEY = TopicConfigs.MIN_IN_SYNC_REPLICAS.name();

    private InSyncMinimum() {}

    /** One line that says what is wrong for a topic with so many replicas; null when nothing is. */
    static @Nullable String problem(SortedMap<String, String> topicConfigs, int replicaCount) {
        if (!topicConfigs.containsKey(KEY)) {
            return null;
        }
        int wanted = TopicConfigs.of(topicConfigs, new TreeMap<>()).minInSyncReplicas();
        return wanted <= replicaCount
                ? null
                : KEY + "=" + wanted + " is more than the topic's " + replicaCount
                        + " replicas could ever meet; ask for at most " + replicaCount;
    }

    /** The same for a change of a config, whose value is valid, of a topic that is there. */
    static @Nullable String problem(TopicImage topic, String key, @Nullable String value) {
        if (value == null || !key.equals(KEY)) {
            return null;
        }
        SortedMap<String, String> change = new TreeMap<>();
        change.put(key, value);
        return problem(change, replicaCount(topic.partitions()));
    }

    /** Replicas of the partition that has the fewest once its moves have ended. */
    private static int replicaCount(List<PartitionImage> partitions) {
        return partitions.stream()
                .mapToInt(partition ->
                        Reassignment.settled(new PartitionDraft(partition)).size())
                .min()
                .orElse(Integer.MAX_VALUE);
    }
}
