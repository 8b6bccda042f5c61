// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks the live batches of one segment in order, or of one after the other. Holds each mapping it passes until {@link
 * #release}, or until the caller takes the holds over. One thread.
 */
final class SegmentCursor {
    /** Of {@link RecordBatch}; read without a view of the batch, which would be an allocation per batch passed. */
    private static final int LAST_OFFSET_DELTA_AT = 23;
    /** No record is longer, whatever today's largest batch is. */
    private static final int LENGTH_LIMIT_BYTES = 1 << 28;

    private @Nullable SegmentSpan span;
    private @Nullable MappedWindow window;
    private @Nullable Stretch held;
    private long endOffset;
    private int overlapBytes;
    private long headerPosition;
    private long nextOffset;
    private long batchPosition;
    private int batchBytes;
    private boolean endsInGap;

    /** Nowhere yet. */
    SegmentCursor() {}

    /** As {@link #begin}. */
    static SegmentCursor at(SegmentSpan span, int entry, int overlapBytes) throws IOException {
        SegmentCursor cursor = new SegmentCursor();
        cursor.begin(span, entry, overlapBytes);
        return cursor;
    }

    /**
     * Goes to a span; what it holds of others it goes on to hold.
     *
     * @param entry index entry to begin at
     * @param overlapBytes how far records may reach beyond the window they begin in
     */
    void begin(SegmentSpan to, int entry, int overlapBytes) throws IOException {
        SegmentIndex index = to.segment().index();
        this.span = to;
        this.endOffset = to.endOffset();
        this.overlapBytes = overlapBytes;
        this.nextOffset = index.offset(entry);
        this.endsInGap = nextOffset >= endOffset;
        this.headerPosition = index.position(entry) - DocumentHeader.BYTES;
        this.window = hold(DocumentHeader.BYTES);
    }

    /** Moves to the next batch; false at the end of the span. */
    boolean next() throws IOException {
        while (nextOffset < endOffset) {
            int header = header();
            long position = headerPosition + DocumentHeader.BYTES;
            headerPosition = DocumentHeader.next(headerPosition, header);
            MappedWindow now = window();
            if (!DocumentHeader.isMeta(header) && Envelope.kind(now.bytes(), now.indexOf(position)) == Envelope.BATCH) {
                return accept(position, DocumentHeader.lengthBytes(header) - Envelope.BYTES);
            }
        }
        return false;
    }

    private int header() throws IOException {
        MappedWindow now = window();
        if (!now.covers(headerPosition, DocumentHeader.BYTES)
                || headerPosition / SegmentWindows.WINDOW_BYTES != now.number()) {
            now = hold(DocumentHeader.BYTES);
        }
        int header = Integer.reverseBytes(now.bytes().getInt(now.indexOf(headerPosition)));
        int lengthBytes = DocumentHeader.lengthBytes(header);
        if (!DocumentHeader.isCommitted(header) || lengthBytes > LENGTH_LIMIT_BYTES) {
            throw damaged("no record at position " + headerPosition);
        }
        if (!now.covers(headerPosition, DocumentHeader.BYTES + lengthBytes)) {
            now = hold(DocumentHeader.BYTES + lengthBytes);
        }
        window = now;
        return header;
    }

    /** False for the batch after a gap in which the span ends. */
    private boolean accept(long position, int bodyBytes) throws IOException {
        MappedWindow now = window();
        int at = now.indexOf(position);
        ByteBuffer bytes = now.bytes();
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
            if (!new Envelope(segment().identity()).verifies(bytes, at, Envelope.BYTES + bodyBytes)) {
                throw damaged("bad checksum at position " + position);
            }
            endsInGap = true;
            return false;
        }
        nextOffset = baseOffset + bytes.getInt(batchAt + LAST_OFFSET_DELTA_AT) + 1;
        if (nextOffset <= baseOffset || nextOffset > endOffset) {
            throw damaged("a batch at offset " + baseOffset + " ends at offset " + nextOffset + ", the segment at "
                    + endOffset);
        }
        return true;
    }

    private MappedWindow hold(int lengthBytes) throws IOException {
        MappedWindow taken = segment().windows().hold(headerPosition, lengthBytes, overlapBytes);
        held = new Stretch(taken, held);
        return taken;
    }

    private Segment segment() {
        return Objects.requireNonNull(span).segment();
    }

    private MappedWindow window() {
        return Objects.requireNonNull(window);
    }

    /** Whether the checksum of the batch's envelope is right, which covers what the batch's own leaves out. */
    boolean isSealedBy(Envelope envelope) {
        MappedWindow now = window();
        return envelope.verifies(now.bytes(), now.indexOf(batchPosition - Envelope.BYTES), Envelope.BYTES + batchBytes);
    }

    /** For who finds that it cannot have been written so. */
    DamagedLogException damaged(String what) {
        return new DamagedLogException(segment().file().path() + ": " + what);
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
        MappedWindow now = window();
        return Envelope.appendMs(now.bytes(), now.indexOf(batchPosition - Envelope.BYTES));
    }

    /** The batch in place: read-only, valid while the hold on its mapping lasts. */
    ByteBuffer batch() {
        MappedWindow now = window();
        return now.bytes().slice(now.indexOf(batchPosition), batchBytes);
    }

    /**
     * The batch in memory of its own: for who computes a checksum or unpacks records, which where it lies would end the process
     * if the disk did not give the page.
     */
    ByteBuffer copyOfBatch() {
        return ByteBuffer.allocate(batchBytes).put(batch()).flip();
    }

    /** Marks the batch, in the mapping where it lies, as one that is wanted. */
    void include() {
        Objects.requireNonNull(held)
                .include(batchPosition - Envelope.BYTES - DocumentHeader.BYTES, batchPosition + batchBytes);
    }

    /** Hands over what it holds, in order, with what is wanted in each; null when nothing is held. */
    @Nullable
    Stretch take() {
        Stretch taken = Stretch.inOrder(held);
        held = null;
        return taken;
    }

    /** Lets go of what it holds and forgets where it was. */
    void release() {
        Stretch.release(held);
        held = null;
        window = null;
        span = null;
    }
}
