// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.StatusRuntimeException;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks every node who holds the partitions of some topics, and believes of each partition who knows the newest. */
public final class LastMembers {
    private record Place(String topic, int partition) {}

    private static final Logger LOG = LoggerFactory.getLogger(LastMembers.class);

    private LastMembers() {}

    /** What the nodes at some addresses know of some topics; of a partition that none of them tells of, nothing. */
    public static List<Membership> of(Collection<String> addresses, Collection<String> topics) {
        Map<Place, Membership> newest = new HashMap<>();
        for (String address : addresses) {
            try (NodeCalls node = new NodeCalls(address)) {
                for (String topic : topics) {
                    add(newest, node.describe(topic));
                }
            } catch (StatusRuntimeException e) {
                LOG.debug("{} is away: others know as much", address, e);
            }
        }
        return List.copyOf(newest.values());
    }

    private static void add(Map<Place, Membership> newest, TopicDescription topic) {
        if (topic.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            topic.getPartitionsList()
                    .forEach(partition -> newest.merge(
                            new Place(topic.getName(), partition.getPartition()),
                            membership(topic.getName(), partition),
                            (one, other) -> one.partitionEpoch() >= other.partitionEpoch() ? one : other));
        }
    }

    private static Membership membership(String topic, PartitionRecord partition) {
        return new Membership(
                topic,
                partition.getPartition(),
                partition.getPartitionEpoch(),
                new ArrayList<>(partition.getIsrList()),
                new ArrayList<>(partition.getElrList()),
                partition.getMinIsr());
    }
}
