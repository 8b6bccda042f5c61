// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * Settings of the protocol.
 *
 * @param brokerId this broker
 * @param lagMaxMs time after which a follower that is not caught up leaves the in-sync replicas, milliseconds
 * @param fetchRetryMs pause before a failed fetch is sent again, milliseconds
 * @param proposalRetryMs pause before an unanswered ISR proposal is sent again, milliseconds
 * @param replicaFetchMaxBytes bound of one follower's fetch of this partition, bytes
 * @param producerExpiryMs time since the last write after which a producer's state is forgotten, milliseconds
 * @param leaseMs longest time for which a broker that hears of nothing may take itself for the leader, milliseconds
 * @param flushBeforeCount true for durability=flushed: a replica counts only what it has flushed
 */
public record ReplicationConfig(
        int brokerId,
        long lagMaxMs,
        long fetchRetryMs,
        long proposalRetryMs,
        int replicaFetchMaxBytes,
        long producerExpiryMs,
        long leaseMs,
        boolean flushBeforeCount) {}
