// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.BatchSubset;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Hands on what compaction kept so that no offset is missing: stretches without records become one batch without records for
 * each leader epoch. One thread.
 */
public final class DenseBatches {
    private final Sink sink;
    private long emittedEndOffset;
    private long seenEndOffset;
    private int stretchEpoch = -1;

    /** @param startOffset where the first stretch or batch begins */
    public DenseBatches(long startOffset, Sink sink) {
        this.sink = sink;
        this.emittedEndOffset = startOffset;
        this.seenEndOffset = startOffset;
    }

    /** Takes the batches that follow each other without a gap. */
    @FunctionalInterface
    public interface Sink {
        /** The next batch. */
        void add(ByteBuffer batch) throws IOException;
    }

    /** A batch that is kept whole or in part. */
    public void keep(ByteBuffer batch) throws IOException {
        passGap(RecordBatch.baseOffset(batch));
        fill();
        stretchEpoch = RecordBatch.leaderEpoch(batch);
        sink.add(batch);
        emittedEndOffset = RecordBatch.endOffset(batch);
        seenEndOffset = emittedEndOffset;
    }

    /** A batch of which nothing is left. */
    public void drop(ByteBuffer batch) throws IOException {
        passGap(RecordBatch.baseOffset(batch));
        int leaderEpoch = RecordBatch.leaderEpoch(batch);
        boolean tooLong = RecordBatch.endOffset(batch) - emittedEndOffset > Integer.MAX_VALUE;
        if (leaderEpoch != stretchEpoch || tooLong) {
            fill();
            stretchEpoch = leaderEpoch;
        }
        seenEndOffset = RecordBatch.endOffset(batch);
    }

    /** Offsets that were missing before stay so: nobody can tell whose leader epoch they had. */
    private void passGap(long baseOffset) throws IOException {
        if (baseOffset > seenEndOffset) {
            fill();
            emittedEndOffset = baseOffset;
            seenEndOffset = baseOffset;
        }
    }

    private void fill() throws IOException {
        if (seenEndOffset > emittedEndOffset) {
            sink.add(BatchSubset.placeholder(emittedEndOffset, seenEndOffset, stretchEpoch));
            emittedEndOffset = seenEndOffset;
        }
    }

    /** What was handed over so far ends at {@code endOffset}. */
    public void finish(long endOffset) throws IOException {
        if (stretchEpoch >= 0) {
            seenEndOffset = Math.max(seenEndOffset, endOffset);
        }
        fill();
    }
}
