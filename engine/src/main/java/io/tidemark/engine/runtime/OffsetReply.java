// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/** Takes the outcome of a look-up of an offset. */
public interface OffsetReply extends Reply {
    /**
     * What was found.
     *
     * @param offset the offset; -1 when no record is at or after the time
     * @param timestampMs timestamp of the record found by time, else -1
     * @param leaderEpoch leader epoch of the answering leader
     */
    void found(long offset, long timestampMs, int leaderEpoch);
}
