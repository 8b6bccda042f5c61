// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.metadata.image.PartitionKey;
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
     * made sure that nobody counts on what it held. Where that did not help again and again it is as good as failed.
     */
    void damageFound(PartitionKey key, int leaderEpoch, String reason) {
        if (damaged.found(key, leaderEpoch)) {
            failures.damageFound(key, leaderEpoch, reason);
        } else {
            failures.logFailed(key, reason);
        }
    }
}
