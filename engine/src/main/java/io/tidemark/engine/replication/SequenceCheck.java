// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import org.jspecify.annotations.Nullable;

/**
 * What a producer's sequence says about a batch.
 *
 * @param error why it must be rejected; null when it may be appended or is a duplicate
 * @param isDuplicate whether it is in the log already
 * @param baseOffset for a duplicate: offset of its first record; -1 when it is older than what is remembered
 * @param endOffset for a duplicate: offset below which it lies whole
 */
record SequenceCheck(@Nullable ReplicaError error, boolean isDuplicate, long baseOffset, long endOffset) {
    private static final SequenceCheck NEXT = new SequenceCheck(null, false, -1, -1);

    static SequenceCheck next() {
        return NEXT;
    }

    static SequenceCheck rejected(ReplicaError error) {
        return new SequenceCheck(error, false, -1, -1);
    }

    static SequenceCheck duplicate(long baseOffset, long endOffset) {
        return new SequenceCheck(null, true, baseOffset, endOffset);
    }

    static SequenceCheck olderThanWindow(long windowBaseOffset) {
        return new SequenceCheck(null, true, -1, windowBaseOffset);
    }
}
