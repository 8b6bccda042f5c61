// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Verifies the batches of a slice by their envelopes' checksums and their own. What it sums up it copies before, piece by
 * piece: a page that a disk does not give is an error where the JVM copies, and the end of the process where it computes a
 * checksum in place. One slice.
 */
final class SliceCheck implements Stretch.BatchRange {
    private static final int PIECE_BYTES = 16 << 10;

    private final Envelope envelope;
    private final CRC32C crc = new CRC32C();
    private final byte[] piece = new byte[PIECE_BYTES];
    private boolean broken;
    private long wholeEndOffset;

    private SliceCheck(LogIdentity identity, long offset) {
        this.envelope = new Envelope(identity);
        this.wholeEndOffset = offset;
    }

    /**
     * Offset after the last batch before the first one that is damaged: the slice's end when none is.
     *
     * @param offset where the slice was asked to begin; the answer when already the first batch is damaged
     * @throws java.io.UncheckedIOException if the log's files cannot be read
     */
    static long wholeEndOffset(MappedSlice slice, LogIdentity identity, long offset) {
        SliceCheck check = new SliceCheck(identity, offset);
        slice.forEachBatch(check);
        return check.wholeEndOffset;
    }

    @Override
    public void onBatch(ByteBuffer mapping, int index, int count) {
        if (broken) {
            return;
        }
        ByteBuffer batch = mapping.slice(index, count);
        broken = !envelope.verifies(mapping, index - Envelope.BYTES, Envelope.BYTES + count)
                || RecordBatch.crc(batch) != checksum(mapping, index, count);
        if (!broken) {
            wholeEndOffset = RecordBatch.endOffset(batch);
        }
    }

    private int checksum(ByteBuffer mapping, int index, int count) {
        crc.reset();
        int end = index + count;
        for (int at = index + RecordBatch.CRC_COVERAGE_START; at < end; at += PIECE_BYTES) {
            int length = Math.min(PIECE_BYTES, end - at);
            mapping.get(at, piece, 0, length);
            crc.update(piece, 0, length);
        }
        return (int) crc.getValue();
    }
}
