// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one segment file record by record and believes only what its own checksums and offsets prove. Neither the
 * queue's index nor its end-of-file mark counts.
 */
final class SegmentScan {
    private static final int INT_BYTES = Integer.BYTES;

    private final LogIdentity identity;
    private final int number;
    private final SegmentFile file;
    private final Envelope envelope;
    private final ScanBuffer in;
    private RecordListener listener = (position, record, at, recordBytes) -> {};

    private @Nullable Segment segment;
    private String fault = "";
    private long position;

    /** @param known what a checkpoint saved of the segment */
    SegmentScan(int number, SegmentFile file, LogIdentity identity, @Nullable Segment known) throws IOException {
        this(number, file, identity, known, Pace.UNBOUNDED);
    }

    SegmentScan(int number, SegmentFile file, LogIdentity identity, @Nullable Segment known, Pace pace)
            throws IOException {
        this.identity = identity;
        this.number = number;
        this.file = file;
        this.envelope = new Envelope(identity);
        this.in = new ScanBuffer(file, pace);
        this.segment = known;
        this.position = known == null ? 0 : DocumentHeader.align(known.endPosition());
    }

    /** Sees the records that are whole. */
    @FunctionalInterface
    interface RecordListener {
        /** A record begins at {@code at} in the buffer, which is valid only during the call. */
        void onRecord(long position, ByteBuffer record, int at, int recordBytes);
    }

    /** Shows each record that is whole from now on. */
    SegmentScan showing(RecordListener to) {
        listener = to;
        return this;
    }

    /** Reads to the end of what is whole. */
    void run() throws IOException {
        int header = in.header(position);
        while (DocumentHeader.isCommitted(header) && take(header)) {
            position = DocumentHeader.next(position, header);
            header = in.header(position);
        }
        if (fault.isEmpty() && !DocumentHeader.isEndOfFile(header) && isRecord(position, header)) {
            fault = "the record at position " + position + " was unmarked";
        }
    }

    /** The segment; null when no record of this log is in the file. */
    @Nullable
    Segment segment() {
        return segment;
    }

    /** Where the scan ended. */
    long position() {
        return position;
    }

    /** Why the scan ended before the end of what was written; empty when it did not. */
    String fault() {
        return fault;
    }

    private boolean take(int header) throws IOException {
        int recordBytes = DocumentHeader.lengthBytes(header);
        long recordAt = position + DocumentHeader.BYTES;
        if (!in.holds(recordAt, recordBytes)) {
            fault = "the record at position " + position + " reaches beyond the file";
        } else if (DocumentHeader.isMeta(header)) {
            fault = isRecord(position, header) ? "the record at position " + position + " was hidden" : "";
        } else if (!isRecord(position, header) || !accept(recordAt, recordBytes)) {
            fault = "bad record at position " + position;
        } else {
            listener.onRecord(recordAt, in.bytes(), in.load(recordAt, recordBytes), recordBytes);
        }
        return fault.isEmpty();
    }

    private boolean isRecord(long headerPosition, int header) throws IOException {
        int recordBytes = DocumentHeader.lengthBytes(header);
        long recordAt = headerPosition + DocumentHeader.BYTES;
        if (recordBytes < Envelope.BYTES || !in.holds(recordAt, recordBytes)) {
            return false;
        }
        int at = in.load(recordAt, Math.min(recordBytes, Envelope.CHECKED_BYTES));
        return envelope.verifies(in.bytes(), at, recordBytes);
    }

    private boolean accept(long recordAt, int recordBytes) throws IOException {
        int at = in.load(recordAt, recordBytes);
        ByteBuffer record = in.bytes();
        int bodyBytes = recordBytes - Envelope.BYTES;
        return switch (Envelope.kind(record, at)) {
            case Envelope.BATCH -> acceptBatch(record.slice(at + Envelope.BYTES, bodyBytes), recordAt, at);
            case Envelope.EPOCH -> acceptEpoch(record, at, recordAt + recordBytes);
            case Envelope.TRUNCATE -> acceptMarker(record, at, recordAt + recordBytes, bodyBytes);
            default -> false;
        };
    }

    private boolean acceptBatch(ByteBuffer batch, long recordAt, int at) {
        long previousEndOffset = Envelope.previousEndOffset(in.bytes(), at);
        boolean whole = batch.remaining() >= RecordBatch.HEADER_BYTES
                && RecordBatch.magic(batch) == RecordBatch.MAGIC
                && RecordBatch.sizeBytes(batch) == batch.remaining()
                && RecordBatch.lastOffsetDelta(batch) >= 0
                && RecordBatch.baseOffset(batch) >= previousEndOffset
                && Crc.matches(batch);
        Segment target = whole ? continued(at) : null;
        if (target != null) {
            target.addBatch(batch, recordAt, Envelope.appendMs(in.bytes(), at));
        }
        return target != null;
    }

    private boolean acceptEpoch(ByteBuffer record, int at, long recordEnd) {
        Segment target = continued(at);
        if (target != null) {
            target.addEpoch(Envelope.leaderEpoch(record, at), recordEnd, Envelope.appendMs(record, at));
        }
        return target != null;
    }

    private boolean acceptMarker(ByteBuffer record, int at, long recordEnd, int bodyBytes) {
        TailMarker marker = TailMarker.of(record, at + Envelope.BYTES, bodyBytes);
        if (marker == null || segment != null) {
            return false;
        }
        segment = new Segment(identity, number, file, marker.endOffset(), marker, Envelope.appendMs(record, at));
        segment.addMarker(recordEnd);
        return true;
    }

    /** The segment if the record continues it; a first record begins it. */
    private @Nullable Segment continued(int at) {
        long previousEndOffset = Envelope.previousEndOffset(in.bytes(), at);
        Segment current = segment;
        if (current == null) {
            current = new Segment(identity, number, file, previousEndOffset, null, Envelope.appendMs(in.bytes(), at));
            segment = current;
        }
        return current.endOffset() == previousEndOffset ? current : null;
    }

    /** Whether a whole record lies anywhere above where the scan ended: then the end is damage, not an end. */
    boolean hasRecordsBeyond() throws IOException {
        for (long at = position + INT_BYTES; in.holds(at, Envelope.BYTES); at += INT_BYTES) {
            int header = in.header(at);
            if (header != 0
                    && DocumentHeader.isCommitted(header)
                    && !DocumentHeader.isMeta(header)
                    && isRecord(at, header)) {
                return true;
            }
        }
        return false;
    }
}
