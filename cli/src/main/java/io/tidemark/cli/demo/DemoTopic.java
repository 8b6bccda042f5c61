// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The demo's topic as the cluster sees it. */
final class DemoTopic {
    private final Admin admin;

    DemoTopic(Admin admin) {
        this.admin = admin;
    }

    void create() {
        admin.createTopic(DemoPlan.TOPIC, DemoPlan.PARTITION_COUNT, DemoPlan.REPLICATION_FACTOR, Map.of());
    }

    TopicDescription describe() {
        List<TopicDescription> topics = admin.describeTopics(List.of(DemoPlan.TOPIC));
        if (topics.isEmpty() || topics.get(0).getPartitionsCount() != DemoPlan.PARTITION_COUNT) {
            throw CommandException.failed("the cluster does not describe topic " + DemoPlan.TOPIC);
        }
        return topics.get(0);
    }

    /** Node id of the active controller; -1 when not known. */
    int controllerId() {
        return admin.describeCluster().getControllerId();
    }

    /** Whether each partition has a leader and every replica is in sync. */
    static boolean isWhole(TopicDescription topic) {
        return topic.getPartitionsList().stream()
                .allMatch(partition ->
                        partition.getLeader() >= 0 && partition.getIsrCount() == partition.getReplicasCount());
    }

    static List<Integer> partitionsLedBy(TopicDescription topic, int nodeId) {
        return topic.getPartitionsList().stream()
                .filter(partition -> partition.getLeader() == nodeId)
                .map(PartitionRecord::getPartition)
                .toList();
    }

    /** Chooses the node to kill; the lowest id of equals. */
    static int victim(
            TopicDescription topic, DemoPlan.Victim wanted, int controllerId, ToLongFunction<Integer> recordCount) {
        int victim = -1;
        long most = -1;
        for (int nodeId = 1; nodeId <= DemoPlan.NODE_COUNT; nodeId++) {
            if (isCandidate(nodeId, wanted, controllerId)) {
                long records = partitionsLedBy(topic, nodeId).stream()
                        .mapToLong(recordCount)
                        .sum();
                if (records > most) {
                    most = records;
                    victim = nodeId;
                }
            }
        }
        return victim;
    }

    private static boolean isCandidate(int nodeId, DemoPlan.Victim wanted, int controllerId) {
        return switch (wanted) {
            case busiest -> true;
            case controller -> controllerId < 0 || nodeId == controllerId;
            case other -> nodeId != controllerId;
        };
    }
}
