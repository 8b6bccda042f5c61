// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import java.util.OptionalInt;

/**
 * A committed offset.
 *
 * @param offset offset of the next record to read
 * @param leaderEpoch leader epoch of the last record read; empty when not known
 * @param metadata anything, at most 4096 characters
 */
public record OffsetAndMetadata(long offset, OptionalInt leaderEpoch, String metadata) {
    /** Only the offset. */
    public OffsetAndMetadata(long offset) {
        this(offset, OptionalInt.empty(), "");
    }
}
