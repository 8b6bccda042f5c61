// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;
import java.util.Optional;

/**
 * What was found when clients and nodes had stopped.
 *
 * @param topic the topic under load
 * @param logs every replica's log, of it and of other topics, read from its files
 * @param members who was to hold each partition of these topics
 */
public record AtRest(String topic, List<ReplicaLog> logs, List<Membership> members) {
    /** Nothing. */
    static final AtRest NOTHING = new AtRest("", List.of(), List.of());

    /** The logs of the topic under load. */
    public List<ReplicaLog> replicas() {
        return logs.stream().filter(log -> log.topic().equals(topic)).toList();
    }

    /** The log that a node has of the partition of a membership. */
    public Optional<ReplicaLog> log(Membership membership, int nodeId) {
        return logs.stream()
                .filter(log -> log.nodeId() == nodeId
                        && log.partition() == membership.partition()
                        && log.topic().equals(membership.topic()))
                .findFirst();
    }
}
