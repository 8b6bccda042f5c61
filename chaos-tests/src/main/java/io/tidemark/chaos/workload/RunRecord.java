// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;

/**
 * All that is known of a run after it.
 *
 * @param history what clients saw
 * @param rest what was found when all had stopped
 * @param samples what nodes told of themselves, by time
 * @param faults what was done to them
 * @param conditions under what it went
 */
public record RunRecord(
        History history, AtRest rest, List<NodeSample> samples, List<FaultRecord> faults, Conditions conditions) {
    /** Of one topic, with logs of which nobody knows who was to hold what. */
    public RunRecord(History history, List<ReplicaLog> replicas, List<NodeSample> samples, List<FaultRecord> faults) {
        this(
                history,
                new AtRest(replicas.isEmpty() ? "" : replicas.get(0).topic(), replicas, List.of()),
                samples,
                faults,
                Conditions.GOOD);
    }

    /** With a history only. */
    public static RunRecord of(History history) {
        return new RunRecord(history, AtRest.NOTHING, List.of(), List.of(), Conditions.GOOD);
    }

    /** Every replica's log of the topic under load. */
    public List<ReplicaLog> replicas() {
        return rest.replicas();
    }
}
