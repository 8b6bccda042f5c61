// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leader's answer to this follower's fetch.
 *
 * @param fetchId id of the fetch that is answered
 * @param error null on success
 * @param leaderEpoch leader epoch of the answering leader
 * @param highWatermark leader's high watermark
 * @param logStartOffset leader's log start offset
 * @param logEndOffset leader's log end offset
 * @param diverging where the logs part; null when they agree
 * @param producers what the batches below the offset at which the follower has to begin anew tell of producers; else empty
 * @param batches whole batches, CRC checked; the core takes ownership
 */
public record FetchReply(
        long fetchId,
        @Nullable ReplicaError error,
        int leaderEpoch,
        long highWatermark,
        long logStartOffset,
        long logEndOffset,
        @Nullable Diverging diverging,
        List<ProducerStates.Snapshot> producers,
        ByteBuffer batches) {

    /**
     * Where two logs part.
     *
     * @param leaderEpoch largest epoch of the leader's log not above the follower's last; {@link #UNKNOWN} when there is none
     *     to compare
     * @param endOffset end of that epoch in the leader's log; where to begin anew when there is none
     */
    public record Diverging(int leaderEpoch, long endOffset) {
        /** There is no epoch to compare: the follower begins anew. */
        public static final int UNKNOWN = -1;
    }
}
