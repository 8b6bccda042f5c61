// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.OptionalInt;

/**
 * A request to delete all records below an offset.
 *
 * @param replyToken whom to answer, with the log start offset
 * @param beforeOffset the log is to start here, at most at the high watermark; {@link #HIGH_WATERMARK} for all that is
 *     committed
 * @param leaderEpoch leader epoch the client knows; empty means unchecked
 * @param deadlineMs time at which waiting for other replicas ends, in the shard's clock
 */
public record DeleteInput(long replyToken, long beforeOffset, OptionalInt leaderEpoch, long deadlineMs) {
    /** Stands for the high watermark. */
    public static final long HIGH_WATERMARK = -1;
}
