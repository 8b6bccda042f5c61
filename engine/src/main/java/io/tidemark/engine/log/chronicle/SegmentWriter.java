// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DiskFullException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/** Appends records through Chronicle Queue. Owner thread only, which may be handed over. */
final class SegmentWriter implements Closeable {
    /**
     * From this size on a positioned write, for which the kernel clears no page that is filled anyway, beats a copy into the
     * mapping: 64 KiB by more than twice, 16 KiB by little but always, and without the work of another thread.
     */
    private static final int POSITIONED_WRITE_BYTES = 8 << 10;

    private static final int METADATA_BYTES = 64 << 10;
    private static final long TIMEOUT_MS = 1000;

    /** One for each owner thread, since a log has no memory of its own to spare. */
    private static final ThreadLocal<ByteBuffer> COPY =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(POSITIONED_WRITE_BYTES));

    private final SegmentClock clock;
    private final SingleChronicleQueue queue;
    private final ExcerptAppender appender;
    private final PagesAhead pages;
    private final ReadAround readAround;

    private SegmentWriter(SegmentClock clock, SingleChronicleQueue queue, StoreParts parts) {
        this.clock = clock;
        this.queue = queue;
        this.pages = new PagesAhead(parts.space(), parts.ahead());
        this.readAround = new ReadAround(parts.space());
        this.appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
    }

    /**
     * Opens the queue to write to a segment, the last one or a new one. The queue's metadata file holds only caches and
     * the lock of a process that may be dead, so it is dropped first; our own lock keeps others out.
     */
    static SegmentWriter open(SegmentFiles files, StoreParts parts, int segmentNumber, long blockBytes)
            throws IOException {
        SpaceSource space = parts.space();
        Files.deleteIfExists(files.queueMetadata());
        if (!space.allocate(files.queueMetadata(), 0, METADATA_BYTES)) {
            Files.deleteIfExists(files.queueMetadata());
            throw new DiskFullException("no space for " + files.queueMetadata());
        }
        SegmentClock clock = new SegmentClock(segmentNumber);
        SingleChronicleQueue queue = SingleChronicleQueueBuilder.binary(files.directory())
                .rollCycle(new SegmentCycle())
                .timeProvider(clock)
                .blockSize(blockBytes)
                .timeoutMS(TIMEOUT_MS)
                .build();
        boolean opened = false;
        try {
            // Otherwise the appender opens every older segment and writes into those that a crash left open.
            queue.tableStorePut("normalisedEOFsTo", segmentNumber);
            SegmentWriter writer = new SegmentWriter(clock, queue, parts);
            opened = true;
            return writer;
        } finally {
            // Not a catch: the queue throws checked exceptions, too, that it does not declare.
            if (!opened) {
                queue.close();
            }
        }
    }

    /** Whether the queue would append right behind the records that we found in a segment. */
    boolean continues(Segment segment) {
        long lastIndex = queue.lastIndex();
        SegmentCycle cycle = new SegmentCycle();
        return lastIndex >= 0
                && cycle.toCycle(lastIndex) == segment.number()
                && cycle.toSequenceNumber(lastIndex) == segment.recordCount() - 1;
    }

    /** Forgets deleted files. */
    void refresh() {
        queue.refreshDirectoryListing();
    }

    /**
     * Appends a record to a segment; a number above the last one begins a segment. Space must be reserved.
     *
     * @param allocatedTo how far the segment's file has blocks
     * @return position of the envelope in the segment's file
     */
    long write(Segment segment, ByteBuffer envelope, ByteBuffer body, long allocatedTo) throws IOException {
        clock.advanceTo(segment.number());
        try (DocumentContext document = appender.writingDocument()) {
            try {
                Bytes<?> bytes = bytesOf(document);
                long position = bytes.writePosition();
                long bodyPosition = position + Envelope.BYTES;
                long end = bodyPosition + body.remaining();
                if (body.remaining() >= POSITIONED_WRITE_BYTES) {
                    readAround.passes(bytes.bytesStore());
                    bytes.write(position, envelope, 0, Envelope.BYTES);
                    segment.file().write(body, bodyPosition);
                } else {
                    boolean ahead = readAround.copies(bytes.bytesStore(), body.remaining());
                    bytes.write(position, envelope, 0, Envelope.BYTES);
                    copy(body, bytes, bodyPosition);
                    if (ahead) {
                        pages.written(
                                bytes.bytesStore(), end, (int) (end - position), segment.forcedPosition(), allocatedTo);
                    }
                }
                bytes.writePosition(end);
                return position;
            } catch (IOException | RuntimeException | Error e) {
                // Without this the half-written record would be committed.
                document.rollbackOnClose();
                throw e;
            }
        }
    }

    /**
     * Chronicle reaches into the array of a heap buffer, which a read-only one hides, and forgets where in its array a
     * slice begins. So it is handed the array itself, or a copy.
     */
    private static void copy(ByteBuffer body, Bytes<?> bytes, long position) {
        if (body.hasArray()) {
            bytes.write(position, body.array(), body.arrayOffset() + body.position(), body.remaining());
        } else if (body.isDirect()) {
            bytes.write(position, body, body.position(), body.remaining());
        } else {
            ByteBuffer copy = COPY.get();
            copy.clear().put(0, body, body.position(), body.remaining());
            bytes.write(position, copy, 0, body.remaining());
        }
    }

    private static Bytes<?> bytesOf(DocumentContext document) {
        var wire = document.wire();
        if (wire == null) {
            throw new IllegalStateException("no wire to write to");
        }
        return wire.bytes();
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
    }
}
