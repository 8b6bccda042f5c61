// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks the live batches of one segment in order. Holds each mapping it passes until {@link #release}, or until the
 * caller takes the holds over. One thread.
 */
final class SegmentCursor {
    /** Of {@link RecordBatch}; read without a view of the batch, which would be an allocation per batch passed. */
    private static final int LAST_OFFSET_DELTA_AT = 23;
    /** No record is longer, whatever today's largest batch is. */
    private static final int LENGTH_LIMIT_BYTES = 1 << 28;

    private final Segment segment;
    private final long endOffset;
    private final int overlapBytes;
    private final List<MappedWindow> holds;

    private MappedWindow window;
    private long headerPosition;
    private long nextOffset;
    private long batchPosition;
    private int batchBytes;
    private boolean endsInGap;

    /**
     * @param entry index entry to begin at
     * @param holds where holds on mappings go
     */
    SegmentCursor(SegmentSpan span, int entry, int overlapBytes, List<MappedWindow> holds) throws IOException {
        this.segment = span.segment();
        this.endOffset = span.endOffset();
        this.overlapBytes = overlapBytes;
        this.holds = holds;
        this.nextOffset = segment.index().offset(entry);
        this.endsInGap = nextOffset >= endOffset;
        this.headerPosition = segment.index().position(entry) - DocumentHeader.BYTES;
        this.window = hold(DocumentHeader.BYTES);
    }

    static List<MappedWindow> noHolds() {
        return new ArrayList<>(2);
    }

    /** Moves to the next batch; false at the end of the span. */
    boolean next() throws IOException {
        while (nextOffset < endOffset) {
            int header = header();
            long position = headerPosition + DocumentHeader.BYTES;
            headerPosition = DocumentHeader.next(headerPosition, header);
            int at = window.indexOf(position);
            if (!DocumentHeader.isMeta(header) && Envelope.kind(window.bytes(), at) == Envelope.BATCH) {
                return accept(position, DocumentHeader.lengthBytes(header) - Envelope.BYTES);
            }
        }
        return false;
    }

    private int header() throws IOException {
        if (!window.covers(headerPosition, DocumentHeader.BYTES)
                || headerPosition / SegmentWindows.WINDOW_BYTES != window.number()) {
            window = hold(DocumentHeader.BYTES);
        }
        int header = Integer.reverseBytes(window.bytes().getInt(window.indexOf(headerPosition)));
        int lengthBytes = DocumentHeader.lengthBytes(header);
        if (!DocumentHeader.isCommitted(header) || lengthBytes > LENGTH_LIMIT_BYTES) {
            throw damaged("no record at position " + headerPosition);
        }
        if (!window.covers(headerPosition, DocumentHeader.BYTES + lengthBytes)) {
            window = hold(DocumentHeader.BYTES + lengthBytes);
        }
        return header;
    }

    /** False for the batch after a gap in which the span ends. */
    private boolean accept(long position, int bodyBytes) throws IOException {
        int at = window.indexOf(position);
        ByteBuffer bytes = window.bytes();
        batchPosition = position + Envelope.BYTES;
        batchBytes = bodyBytes;
        if (bodyBytes < RecordBatch.HEADER_BYTES || Envelope.bodyBytes(bytes, at) != bodyBytes) {
            throw damaged("bad length at position " + position);
        }
        int batchAt = at + Envelope.BYTES;
        long baseOffset = bytes.getLong(batchAt);
        if (baseOffset < nextOffset || Envelope.previousEndOffset(bytes, at) > nextOffset) {
            throw damaged("offset " + nextOffset + " is missing before position " + position);
        }
        if (baseOffset >= endOffset) {
            // Else a flipped bit of a live batch's base offset would pass for a gap, and the batch would go unseen.
            if (!new Envelope(segment.identity()).verifies(bytes, at, Envelope.BYTES + bodyBytes)) {
                throw damaged("bad checksum at position " + position);
            }
            endsInGap = true;
            return false;
        }
        nextOffset = baseOffset + bytes.getInt(batchAt + LAST_OFFSET_DELTA_AT) + 1;
        if (nextOffset > endOffset) {
            throw damaged("a batch reaches beyond offset " + endOffset);
        }
        return true;
    }

    private MappedWindow hold(int lengthBytes) throws IOException {
        MappedWindow held = segment.windows().hold(headerPosition, lengthBytes, overlapBytes);
        holds.add(held);
        return held;
    }

    private IOException damaged(String what) {
        return new IOException(segment.file().path() + ": " + what);
    }

    /** Whether a cut left the span's last offsets in no batch, as the place of the batch cut away behind them proves. */
    boolean endsInGap() {
        return endsInGap;
    }

    /** Offset after the batch. */
    long batchEndOffset() {
        return nextOffset;
    }

    int batchBytes() {
        return batchBytes;
    }

    /** Wall clock of its append, milliseconds since 1970-01-01 UTC. */
    long appendMs() {
        return Envelope.appendMs(window.bytes(), window.indexOf(batchPosition - Envelope.BYTES));
    }

    /** The batch in place: read-only, valid while the hold on its mapping lasts. */
    ByteBuffer batch() {
        return window.bytes().slice(window.indexOf(batchPosition), batchBytes);
    }

    static void release(List<MappedWindow> holds) {
        holds.forEach(MappedWindow::release);
        holds.clear();
    }
}
