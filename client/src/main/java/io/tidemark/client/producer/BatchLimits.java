// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.record.BatchBuilder;

/**
 * How large a batch grows.
 *
 * @param targetBytes size at which it is closed
 * @param maxBytes size that it must not exceed, compressed or not
 */
record BatchLimits(int targetBytes, int maxBytes) {
    boolean hasRoom(BatchBuilder builder, int recordBytes) {
        return builder.sizeBytesWith(recordBytes) <= targetBytes
                && (long) builder.plainSizeBytes() + recordBytes <= maxBytes;
    }

    boolean isFull(BatchBuilder builder) {
        return builder.sizeBytes() >= targetBytes;
    }
}
