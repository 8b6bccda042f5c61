// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.cli.health.Finding.Severity;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Holds one topic against what keeps records safe, and says what failures it survives. Pure. */
final class TopicCheckup {
    private final TopicDescription topic;
    private final Map<String, String> configs;
    private final Map<Integer, String> racks;
    private final String subject;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * A checkup.
     *
     * @param configs the configs in force for the topic
     * @param racks racks of the brokers by id; brokers without one are left out
     */
    TopicCheckup(TopicDescription topic, Map<String, String> configs, Map<Integer, String> racks) {
        this.topic = topic;
        this.configs = configs;
        this.racks = racks;
        this.subject = "topic " + topic.getName();
    }

    List<Finding> run() {
        int replicas = fewestReplicas();
        int minIsr = Math.min(replicas, fewestMinIsr());
        checkReplicas(replicas, minIsr);
        checkRacks();
        if (configs.getOrDefault("unclean.leader.election.enable", "false").equals("true")) {
            add(
                    Severity.warning,
                    "unclean.leader.election.enable=true: when all in-sync replicas are gone, a replica that lacks"
                            + " acknowledged records may lead, and they are lost");
        }
        checkState();
        survives(replicas, minIsr);
        return findings;
    }

    private void checkReplicas(int replicas, int minIsr) {
        if (replicas == 1) {
            add(Severity.warning, "one replica: the loss of one disk loses records; give it three");
        } else if (minIsr == 1) {
            add(
                    Severity.warning,
                    "min.insync.replicas=1: a record may be acknowledged that only one disk holds; set 2 or more");
        } else if (minIsr == replicas) {
            add(
                    Severity.warning,
                    "min.insync.replicas equals the replication factor: with any one broker down, writes with acks=all are"
                            + " refused");
        }
    }

    private void checkRacks() {
        if (new TreeSet<>(racks.values()).size() < 2) {
            return;
        }
        List<Integer> inOneRack = topic.getPartitionsList().stream()
                .filter(partition ->
                        partition.getReplicasCount() > 1 && racksOf(partition).size() < 2)
                .map(PartitionRecord::getPartition)
                .toList();
        if (!inOneRack.isEmpty()) {
            add(
                    Severity.warning,
                    "all replicas of partition(s) " + inOneRack + " are in one rack, whose loss stops them; move some");
        }
    }

    private Set<String> racksOf(PartitionRecord partition) {
        Set<String> used = new TreeSet<>();
        partition.getReplicasList().forEach(id -> used.add(racks.getOrDefault(id, "broker " + id)));
        return used;
    }

    private void checkState() {
        for (PartitionRecord partition : topic.getPartitionsList()) {
            PartitionHealth health = new PartitionHealth(partition);
            if (!health.problem().isEmpty()) {
                boolean isRefused = health.isOffline() || health.isUnderMinIsr();
                add(
                        isRefused ? Severity.error : Severity.warning,
                        "partition " + partition.getPartition() + " " + health.problem());
            }
            if (partition.getLastUncleanLeaderEpoch() > 0) {
                add(
                        Severity.warning,
                        "partition " + partition.getPartition() + " had an unclean election in leader epoch "
                                + partition.getLastUncleanLeaderEpoch()
                                + ": acknowledged records may have been lost then");
            }
        }
    }

    private void survives(int replicas, int minIsr) {
        boolean isFlushed = configs.getOrDefault("durability", "replicated").equals("flushed");
        add(
                Severity.info,
                "loses no record written with acks=all when " + disks(minIsr - 1) + " destroyed at once"
                        + (isFlushed ? ", nor in a power cut of every broker" : "")
                        + "; takes writes with acks=all while " + brokers(replicas - minIsr) + " down"
                        + (isFlushed
                                ? ""
                                : "; a power cut of every broker at once may lose the newest: durability=flushed would not"));
    }

    private static String disks(int count) {
        return count == 0
                ? "no replica's disk is"
                : count == 1 ? "one replica's disk is" : count + " replicas' disks are";
    }

    private static String brokers(int count) {
        return count == 0 ? "no replica is" : count == 1 ? "one replica is" : count + " replicas are";
    }

    private int fewestReplicas() {
        return topic.getPartitionsList().stream()
                .mapToInt(PartitionRecord::getReplicasCount)
                .min()
                .orElse(1);
    }

    private int fewestMinIsr() {
        return topic.getPartitionsList().stream()
                .mapToInt(PartitionRecord::getMinIsr)
                .min()
                .orElse(1);
    }

    private void add(Severity severity, String text) {
        findings.add(new Finding(severity, subject, text));
    }
}
