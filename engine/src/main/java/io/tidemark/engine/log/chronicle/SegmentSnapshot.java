// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a segment up to a position: what a checkpoint saves and recovery goes on from.
 *
 * @param baseOffset log end when the segment was begun
 * @param marker the truncation it begins with, if any
 * @param createdMs wall clock of its first record
 * @param endOffset offset after the last batch covered
 * @param endPosition byte after the last record covered
 * @param recordCount records covered, batches and others
 * @param batchBytes bytes of batches covered
 * @param maxTimestampMs largest timestamp covered; -1 for none
 * @param lastAppendMs wall clock of the last record covered
 * @param epochs epochs that begin in the segment
 * @param indexEntries entries of the index that belong to the part covered
 */
record SegmentSnapshot(
        long baseOffset,
        @Nullable TailMarker marker,
        long createdMs,
        long endOffset,
        long endPosition,
        long recordCount,
        long batchBytes,
        long maxTimestampMs,
        long lastAppendMs,
        List<EpochStart> epochs,
        int indexEntries) {}
