// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.OptionalInt;

/**
 * A look-up of an offset.
 *
 * @param replyToken whom to answer
 * @param spec what is wanted
 * @param timestampMs for {@link Spec#TIMESTAMP}: milliseconds since 1970-01-01 UTC
 * @param leaderEpoch leader epoch the client knows; empty means unchecked
 */
public record OffsetInput(long replyToken, Spec spec, long timestampMs, OptionalInt leaderEpoch) {
    /** Which offset. */
    public enum Spec {
        /** Log start offset. */
        EARLIEST,
        /** High watermark. */
        LATEST,
        /** First record at or after a time. */
        TIMESTAMP
    }
}
