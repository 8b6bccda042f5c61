// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import com.google.protobuf.ByteString;
import java.util.List;

/**
 * A topic, as far as this client knows.
 *
 * @param name name
 * @param topicId topic id, 16 bytes
 * @param partitions leaders by partition number
 * @param maxBatchBytes largest batch that the topic takes in bytes; 0 when not known
 */
public record TopicView(String name, ByteString topicId, List<PartitionLeader> partitions, int maxBatchBytes) {
    public TopicView {
        partitions = List.copyOf(partitions);
    }

    /**
     * The leader of a partition.
     *
     * @param brokerId broker id; -1 for none
     * @param leaderEpoch leader epoch; -1 when not known
     */
    public record PartitionLeader(int brokerId, int leaderEpoch) {
        /** The one of the newer leader epoch; this one when they are equal. */
        PartitionLeader newer(PartitionLeader other) {
            return other.leaderEpoch > leaderEpoch ? other : this;
        }
    }

    /** Number of partitions. */
    public int partitionCount() {
        return partitions.size();
    }
}
