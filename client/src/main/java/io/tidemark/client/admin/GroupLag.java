// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import java.util.OptionalLong;

/**
 * How far a group is behind in a partition.
 *
 * @param committedOffset offset of the next record to read
 * @param logStartOffset first offset of the log
 * @param endOffset offset after the last committed record
 * @param lagMs how old the oldest record is that was not read, milliseconds by this machine's clock; 0 when all were read;
 *     empty when the record cannot be had
 */
public record GroupLag(long committedOffset, long logStartOffset, long endOffset, OptionalLong lagMs) {
    /** Records that were not read; those that are gone already do not count. */
    public long records() {
        return Math.max(0, endOffset - Math.max(committedOffset, logStartOffset));
    }
}
