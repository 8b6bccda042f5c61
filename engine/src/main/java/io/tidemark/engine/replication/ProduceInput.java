// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.OptionalInt;

/**
 * A request to write one batch. The batch was validated: CRC, count, deltas, size, timestamps.
 *
 * @param replyToken whom to answer
 * @param batch one whole batch in a writable buffer; the leader sets its base offset and leader epoch in place
 * @param acks 0, 1 or -1 (all)
 * @param leaderEpoch leader epoch the client knows; empty means unchecked
 * @param deadlineMs time at which waiting for replicas ends, in the shard's clock
 */
public record ProduceInput(long replyToken, ByteBuffer batch, int acks, OptionalInt leaderEpoch, long deadlineMs) {
    static final int ACKS_NONE = 0;
    static final int ACKS_LEADER = 1;

    /** Whether every in-sync replica is to have the batch before it is acknowledged. */
    public boolean isAcksAll() {
        return acks != ACKS_NONE && acks != ACKS_LEADER;
    }
}
