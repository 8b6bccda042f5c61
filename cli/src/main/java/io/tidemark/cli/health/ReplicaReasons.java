// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.FollowerDescription;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.ReplicaDescription;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why replicas are not in sync: from the metadata, and from what brokers told twice with some time between, which gives the
 * rate at which a replica catches up. Pure.
 *
 * @param cluster the brokers
 * @param first what they told first
 * @param second what they told then; the same when nothing was to be measured
 */
public record ReplicaReasons(DescribeClusterResponse cluster, ReplicaReports first, ReplicaReports second) {
    /** For each replica that is not in sync why, in order of preference. */
    public Map<Integer, String> of(String topic, PartitionRecord partition) {
        Map<Integer, String> reasons = new LinkedHashMap<>();
        for (int brokerId : partition.getReplicasList()) {
            if (!partition.getIsrList().contains(brokerId)) {
                String reason = reason(topic, partition, brokerId);
                reasons.put(brokerId, partition.getAddingList().contains(brokerId) ? "being added, " + reason : reason);
            }
        }
        return reasons;
    }

    private String reason(String topic, PartitionRecord partition, int brokerId) {
        BrokerDescription broker = cluster.getBrokersList().stream()
                .filter(each -> each.getBrokerId() == brokerId)
                .findFirst()
                .orElse(null);
        if (broker == null) {
            return "not registered";
        }
        if (broker.getInControlledShutdown()) {
            return "stopping";
        }
        if (broker.getFenced()) {
            return second.answered(brokerId)
                    ? "fenced: it answers, but starts, hangs or is cut off from the quorum"
                    : "down: it does not answer";
        }
        ReplicaDescription own = second.of(brokerId, topic, partition.getPartition());
        if (own != null && !own.getOffline().isEmpty()) {
            return "disk failed: " + own.getOffline();
        }
        if (partition.getLeader() < 0) {
            return "up, but may lack acknowledged records";
        }
        if (own == null && second.answered(brokerId)) {
            return "up, but its log is not open: see that broker's log";
        }
        return progress(topic, partition, brokerId);
    }

    private String progress(String topic, PartitionRecord partition, int brokerId) {
        ReplicaDescription leader = second.of(partition.getLeader(), topic, partition.getPartition());
        if (leader == null || !leader.getLeads()) {
            return "catching up; its leader does not tell how far it is";
        }
        long end = endOf(leader, brokerId);
        if (end < 0) {
            return "up, but has not fetched from its leader yet";
        }
        long behind = leader.getLogEndOffset() - end;
        if (behind <= 0) {
            return "has caught up and is about to be in sync";
        }
        return behind + " record(s) behind" + pace(topic, partition, brokerId, leader, end);
    }

    /** How fast it comes nearer, from both reports. */
    private String pace(String topic, PartitionRecord partition, int brokerId, ReplicaDescription leader, long end) {
        ReplicaDescription before = first.of(partition.getLeader(), topic, partition.getPartition());
        double seconds = (second.atNanos() - first.atNanos()) / 1e9;
        if (before == null || seconds <= 0 || endOf(before, brokerId) < 0) {
            return ", catching up";
        }
        double rate = (end - endOf(before, brokerId)) / seconds;
        double nearer = rate - (leader.getLogEndOffset() - before.getLogEndOffset()) / seconds;
        if (nearer <= 0) {
            return rate <= 0
                    ? ", slow: it fetches nothing"
                    : ", slow: fetches " + Math.round(rate) + " record(s)/s and comes no nearer";
        }
        return ", catching up at " + Math.round(rate) + " record(s)/s, about "
                + timeLeft((leader.getLogEndOffset() - end) / nearer) + " left";
    }

    private static long endOf(ReplicaDescription leader, int brokerId) {
        return leader.getFollowersList().stream()
                .filter(follower -> follower.getBrokerId() == brokerId)
                .mapToLong(FollowerDescription::getLogEndOffset)
                .findFirst()
                .orElse(-1);
    }

    private static String timeLeft(double seconds) {
        long whole = Math.max(1, Math.round(seconds));
        if (whole < 120) {
            return whole + " s";
        }
        return whole < 7_200 ? whole / 60 + " min" : whole / 3_600 + " h";
    }
}
