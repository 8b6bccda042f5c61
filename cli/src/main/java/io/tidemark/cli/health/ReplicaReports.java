// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FollowerDescription;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.ReplicaDescription;
import io.tidemark.v1.TopicDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What brokers told of their replicas at one moment.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param answers what each told; nothing from those that do not answer
 */
public record ReplicaReports(long atNanos, Map<Integer, List<ReplicaDescription>> answers) {
    /** Asks the leaders of partitions with replicas that are not in sync, and the brokers of these replicas. */
    public static ReplicaReports ask(Admin admin, DescribeClusterResponse cluster, List<TopicDescription> topics) {
        Set<Integer> concerned = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                if (!partition.getIsrList().containsAll(partition.getReplicasList())) {
                    names.add(topic.getName());
                    concerned.add(partition.getLeader());
                    partition.getReplicasList().stream()
                            .filter(id -> !partition.getIsrList().contains(id))
                            .forEach(concerned::add);
                }
            }
        }
        Map<Integer, List<ReplicaDescription>> answers = new LinkedHashMap<>();
        for (BrokerDescription broker : cluster.getBrokersList()) {
            if (concerned.contains(broker.getBrokerId())) {
                ask(admin, broker, List.copyOf(names), answers);
            }
        }
        return new ReplicaReports(System.nanoTime(), answers);
    }

    private static void ask(
            Admin admin, BrokerDescription broker, List<String> names, Map<Integer, List<ReplicaDescription>> answers) {
        try {
            answers.put(
                    broker.getBrokerId(), admin.describeReplicas(broker, names).getReplicasList());
        } catch (TidemarkException e) {
            if (e.code() == ErrorCode.ERROR_CODE_INVALID_REQUEST) {
                // Older software: it lives and knows no answer.
                answers.put(broker.getBrokerId(), List.of());
            }
        }
    }

    boolean answered(int brokerId) {
        return answers.containsKey(brokerId);
    }

    /** A broker's replica of a partition as it told; null when it told nothing of it. */
    @Nullable
    ReplicaDescription of(int brokerId, String topic, int partition) {
        return answers.getOrDefault(brokerId, List.of()).stream()
                .filter(replica -> replica.getTopic().equals(topic) && replica.getPartition() == partition)
                .findFirst()
                .orElse(null);
    }

    /** Whether a follower is behind as its leader told: only then is there anything to measure. */
    public boolean isAnyBehind() {
        return answers.values().stream()
                .flatMap(List::stream)
                .filter(ReplicaDescription::getLeads)
                .anyMatch(replica -> replica.getFollowersList().stream()
                        .map(FollowerDescription::getLogEndOffset)
                        .anyMatch(end -> end >= 0 && end < replica.getLogEndOffset()));
    }
}
