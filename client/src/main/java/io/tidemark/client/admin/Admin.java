// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.ConfigEntry;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.DescribeReplicasResponse;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.QuorumVoter;
import io.tidemark.v1.Reassignment;
import io.tidemark.v1.TopicDescription;
import io.tidemark.v1.TopicListing;
import java.util.List;
import java.util.Map;

/**
 * Describes and changes topics and the cluster. Thread-safe; every call blocks at most {@code default.api.timeout.ms} and
 * fails with {@link io.tidemark.client.TidemarkException}.
 *
 * <p>What no node answers for good is asked again of another, so a change may be carried out twice. That comes to the same,
 * unless somebody else changes the same thing in between.
 */
public interface Admin extends AutoCloseable {
    /** Connects on first use; close it to release threads and connections. */
    static Admin create(ClientConfig config) {
        return new GrpcAdmin(config);
    }

    /**
     * Creates a topic.
     *
     * @param partitionCount number of partitions
     * @param replicationFactor replicas of each; 0 for the cluster's default
     */
    TopicDescription createTopic(String name, int partitionCount, int replicationFactor, Map<String, String> configs);

    /** Deletes a topic. */
    void deleteTopic(String name);

    /** Topics in order of name. */
    List<TopicListing> listTopics();

    /** Deleted topics that can still be had back, those that go first before the others. */
    List<TopicListing> listDeletedTopics();

    /** Describes topics; all when no name is given. */
    List<TopicDescription> describeTopics(List<String> names);

    /** Brokers and controller. */
    DescribeClusterResponse describeCluster();

    /**
     * How far the replicas on one broker are, its clock and its disk. Only that broker is asked, once and for two seconds at
     * most: that it does not answer is news too.
     *
     * @param topics names of topics; all when empty
     */
    DescribeReplicasResponse describeReplicas(BrokerDescription broker, List<String> topics);

    /** Whether the node at this address answers anything at all, within two seconds. */
    boolean answers(NodeAddress node);

    /** Sets configs of a topic; the empty name is the cluster-wide default. */
    void alterConfigs(String topic, Map<String, String> set, List<String> remove);

    /** Every config in force for a topic, or as the cluster-wide default for the empty name, with where it comes from. */
    List<ConfigEntry> describeConfigs(String topic);

    /**
     * Elects leaders of a topic's partitions, each for itself, with an outcome for each in order.
     *
     * @param kind preferred: the first replica if it is in sync; unclean: any live replica, which may lose records
     * @param partitions partition numbers; all when empty
     */
    List<PartitionOutcome> electLeaders(ElectionKind kind, String topic, List<Integer> partitions);

    /**
     * Deletes records from the beginning of partitions. Returns where each log begins now. A part may have been done when
     * this fails; asking again is safe.
     *
     * @param beforeOffsets for each partition the offset below which records go; -1 for all that are committed
     */
    Map<TopicPartition, Long> deleteRecords(Map<TopicPartition, Long> beforeOffsets);

    /** Gives back the topic of this name that was deleted last, if its grace period has not ended. */
    void undeleteTopic(String name);

    /** Gives a topic more partitions, so that it has this number of them. */
    void addPartitions(String topic, int partitionCount);

    /**
     * Moves partitions to other replicas, or calls off moves that are under way; each for itself, with an outcome for each
     * in order.
     */
    List<PartitionOutcome> reassign(List<Reassignment> reassignments);

    /** Moves that would bring replicas back to as many racks as they could lie in, with as little data moved as possible. */
    List<Reassignment> planReassignments();

    /**
     * Moves that would take every replica off a broker, as far as other live brokers that are not drained have none of the
     * partition yet.
     */
    List<Reassignment> planEvacuation(int brokerId);

    /**
     * Drains a broker, or ends it. Until that is ended, or the broker is started again, its leaders go to other in-sync
     * replicas and it is elected, and gets replicas of new partitions, only where nobody else is.
     *
     * @param draining false to end it
     */
    void drainBroker(int brokerId, boolean draining);

    /** Forgets a broker that is fenced and will not come back. */
    void unregisterBroker(int brokerId);

    /** The metadata quorum as one of its nodes sees it. */
    DescribeQuorumResponse describeQuorum();

    /** Changes who votes in the metadata quorum, or who leads it; returns the voters afterwards. */
    List<QuorumVoter> changeQuorum(ChangeQuorumRequest change);

    /**
     * Raises the cluster's feature level, for good.
     *
     * @param level the level; 0 for the highest that all registered brokers and all voters support
     * @return the level afterwards
     * @throws io.tidemark.client.TidemarkException when it is lower than the present one, or a broker or voter does not
     *     support it or is not known to
     */
    int upgradeFeatures(int level);

    @Override
    void close();
}
