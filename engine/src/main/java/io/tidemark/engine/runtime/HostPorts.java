// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * What a partition's host acts on besides its log.
 *
 * @param fetchers fetches from leaders
 * @param isrProposer proposals to the controller
 * @param flusher forces logs to disk
 * @param highWatermarks remembers high watermarks as hints
 * @param reads runs look-ups that may wait for a disk
 * @param logEnds tells the controller what logs here hold
 * @param failures tells the controller of replicas that failed
 * @param damaged replicas that begin again with what is whole of their logs
 * @param lease whether the broker may promise anything
 * @param metrics counts what happens
 */
record HostPorts(
        ReplicaFetchers fetchers,
        IsrProposer isrProposer,
        LogFlusher flusher,
        HighWatermarkHints highWatermarks,
        Executor reads,
        LogEndReports logEnds,
        FailureReports failures,
        DamagedReplicas damaged,
        BrokerLease lease,
        EngineMetrics metrics) {

    /**
     * A replica stopped for damage in its log, or did not begin: it begins again with what is whole, once the controller has
     * made sure that nobody counts on what it held.
     *
     * @param isr who is in sync, as far as is known here
     */
    void damageFound(PartitionKey key, int leaderEpoch, List<Integer> isr, String reason) {
        damaged.found(key, leaderEpoch, isr);
        failures.damageFound(key, leaderEpoch, reason);
    }
}
