// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/** Why a request was rejected by the replication core. What each means for a write: see {@code errors.proto}. */
public enum ReplicaError {
    /** Not the leader. */
    NOT_LEADER_OR_FOLLOWER,
    /** The request's leader epoch is older. */
    FENCED_LEADER_EPOCH,
    /** The request's leader epoch is newer, or the sender is not in the assignment. */
    UNKNOWN_LEADER_EPOCH,
    /** The partition has no leader. */
    LEADER_NOT_AVAILABLE,
    /** Fewer in-sync replicas than the minimum; nothing was written. */
    NOT_ENOUGH_REPLICAS,
    /** The in-sync replicas fell below the minimum after the append. */
    NOT_ENOUGH_REPLICAS_AFTER_APPEND,
    /** The time limit passed. */
    REQUEST_TIMED_OUT,
    /** The sequence does not follow the last one. */
    OUT_OF_ORDER_SEQUENCE,
    /** The sequence is older than the window: written before. */
    DUPLICATE_SEQUENCE,
    /** No state of the producer, and the sequence is not 0. */
    UNKNOWN_PRODUCER_ID,
    /** A newer epoch of the producer has written. */
    INVALID_PRODUCER_EPOCH,
    /** Outside the log. */
    OFFSET_OUT_OF_RANGE,
    /** Cannot be answered yet. */
    OFFSET_NOT_AVAILABLE,
    /** The fetching broker's life is not the registered one. */
    STALE_BROKER_EPOCH,
    /** The log failed. */
    LOG_OFFLINE,
    /** What is asked for is damaged, and nobody else in sync has it. */
    CORRUPT_BATCH,
    /** The disk reserve would be used. */
    DISK_FULL
}
