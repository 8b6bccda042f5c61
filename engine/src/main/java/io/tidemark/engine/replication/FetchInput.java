// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.List;
import java.util.OptionalInt;

/**
 * A request to read, of a consumer ({@link Consumer}) or of a follower ({@link Follower}).
 */
public sealed interface FetchInput {
    /** Whom to answer. */
    long replyToken();

    /** Time at which an answer without news is given, in the shard's clock, milliseconds. */
    long deadlineMs();

    /**
     * A consumer's fetch: bounded by the high watermark.
     *
     * @param fetchOffset first offset wanted
     * @param maxBytes bound of the read
     * @param leaderEpoch leader epoch the client knows; empty means unchecked
     * @param minBytes answer as soon as this many bytes can be read
     * @param deadlineMs time at which an empty answer is given, in the shard's clock; at most now for no waiting
     * @param nearReplicas brokers in the consumer's rack, from which it wants to read; empty for the leader only
     */
    record Consumer(
            long replyToken,
            long fetchOffset,
            int maxBytes,
            int minBytes,
            OptionalInt leaderEpoch,
            long deadlineMs,
            List<Integer> nearReplicas)
            implements FetchInput {
        /** A fetch from the leader only. */
        public Consumer(
                long replyToken,
                long fetchOffset,
                int maxBytes,
                int minBytes,
                OptionalInt leaderEpoch,
                long deadlineMs) {
            this(replyToken, fetchOffset, maxBytes, minBytes, leaderEpoch, deadlineMs, List.of());
        }
    }

    /**
     * A follower's fetch: its position is also its acknowledgement (KIP-101, KIP-595).
     *
     * @param replica the follower in its life
     * @param leaderEpoch leader epoch that it follows
     * @param fetchOffset its log end offset
     * @param flushedOffset end of what it flushed
     * @param lastFetchedEpoch latest leader epoch in its log; empty only for an empty log
     * @param logStartOffset its log start offset
     * @param highWatermark the high watermark it knows
     * @param wantsProducers whether its log is empty and it does not know who wrote below
     * @param deadlineMs time at which an answer without news is given, in the shard's clock
     */
    record Follower(
            long replyToken,
            ReplicaLife replica,
            int leaderEpoch,
            long fetchOffset,
            long flushedOffset,
            OptionalInt lastFetchedEpoch,
            long logStartOffset,
            long highWatermark,
            boolean wantsProducers,
            int maxBytes,
            long deadlineMs)
            implements FetchInput {}
}
