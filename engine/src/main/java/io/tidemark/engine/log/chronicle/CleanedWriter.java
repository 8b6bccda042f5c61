// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.record.RecordBatch;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes a segment anew, in the form in which the queue writes it, but front to back and by plain writes. Until the manifest
 * lists its file nobody takes it for part of the log. One thread.
 */
final class CleanedWriter implements Closeable {
    private static final int BUFFER_BYTES = 256 << 10;

    private final Segment segment;
    private final Envelope envelope;
    private final Pace pace;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private List<EpochStart> epochs = List.of();
    private long position;

    CleanedWriter(Segment segment, LogIdentity identity, Pace pace) throws IOException {
        this.segment = segment;
        this.envelope = new Envelope(identity);
        this.pace = pace;
        this.channel = FileChannel.open(
                segment.file().path(),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
    }

    void addMarker(TailMarker marker, long appendMs) throws IOException {
        ByteBuffer body = marker.toBody();
        write(envelope.seal(Envelope.TRUNCATE, marker.endOffset(), -1, appendMs, body), body);
        segment.addMarker(position);
    }

    /** What is added from now on comes from a span. */
    void beginSpan(SegmentSpan span) {
        epochs = span.epochs();
    }

    /** Everything of the span was added. */
    void endSpan(long appendMs) throws IOException {
        addEpochs(Integer.MAX_VALUE, appendMs);
    }

    /** Where no batch follows at once, nothing else tells of the leader epoch that begins here. */
    private void addEpochs(int lastEpoch, long appendMs) throws IOException {
        for (EpochStart each : epochs) {
            int leaderEpoch = each.leaderEpoch();
            boolean isNew = leaderEpoch > segment.lastEpoch() && leaderEpoch <= lastEpoch;
            if (isNew && each.startOffset() == segment.endOffset()) {
                write(
                        envelope.seal(Envelope.EPOCH, segment.endOffset(), leaderEpoch, appendMs, Envelope.NO_BODY),
                        Envelope.NO_BODY);
                segment.addEpoch(leaderEpoch, position, appendMs);
            }
        }
    }

    void addBatch(ByteBuffer batch, long appendMs) throws IOException {
        int leaderEpoch = RecordBatch.leaderEpoch(batch);
        if (RecordBatch.baseOffset(batch) > segment.endOffset()) {
            addEpochs(leaderEpoch, appendMs);
        }
        long recordAt = DocumentHeader.align(position) + DocumentHeader.BYTES;
        write(envelope.seal(Envelope.BATCH, segment.endOffset(), leaderEpoch, appendMs, batch), batch);
        segment.addBatch(batch, recordAt, appendMs);
        pace.used(batch.remaining());
    }

    private void write(ByteBuffer head, ByteBuffer body) throws IOException {
        int paddingBytes = (int) (DocumentHeader.align(position) - position);
        room(paddingBytes + DocumentHeader.BYTES + Envelope.BYTES);
        for (int i = 0; i < paddingBytes; i++) {
            buffer.put((byte) 0);
        }
        int lengthBytes = Envelope.BYTES + body.remaining();
        buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(lengthBytes).put(head.duplicate());
        if (body.remaining() > buffer.remaining()) {
            drain();
        }
        if (body.remaining() > buffer.capacity()) {
            writeAll(body.duplicate());
        } else {
            buffer.put(body.duplicate());
        }
        position += paddingBytes + DocumentHeader.BYTES + lengthBytes;
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            drain();
        }
    }

    private void drain() throws IOException {
        writeAll(buffer.flip());
        buffer.clear();
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Writes what is left and puts all of it on disk. */
    void finish() throws IOException {
        drain();
        channel.force(true);
        segment.force();
        segment.file().release();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
