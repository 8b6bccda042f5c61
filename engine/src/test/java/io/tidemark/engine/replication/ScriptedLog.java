// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A log in memory that survives a scripted crash, with or without its unflushed end. */
final class ScriptedLog {
    /** Where batches of tests carry a number that tells one content from another: the base timestamp. */
    private static final int CONTENT_AT = 27;

    private final List<ByteBuffer> batches = new ArrayList<>();
    /** What is known of the producers of the batches that are not there any more. */
    private ProducerStates below = new ProducerStates();

    private EpochHistory epochs = new EpochHistory();
    long logStart;
    long logEnd;
    long flushedEnd;
    long highWatermarkHint;

    static ByteBuffer mark(ByteBuffer batch, long content) {
        return batch.putLong(CONTENT_AT, content);
    }

    void append(ByteBuffer batch) {
        ByteBuffer copy =
                ByteBuffer.allocate(batch.remaining()).put(batch.duplicate()).flip();
        if (RecordBatch.leaderEpoch(copy) > epochs.latest().orElse(-1)) {
            epochs.assign(RecordBatch.leaderEpoch(copy), logEnd);
        }
        batches.add(copy);
        logEnd = RecordBatch.endOffset(copy);
    }

    void appendEpoch(int leaderEpoch) {
        if (leaderEpoch > epochs.latest().orElse(-1)) {
            epochs.assign(leaderEpoch, logEnd);
        }
    }

    void truncateTo(long endOffset) {
        batches.removeIf(batch -> RecordBatch.endOffset(batch) > endOffset);
        logEnd = Math.min(logEnd, endOffset);
        flushedEnd = Math.min(flushedEnd, logEnd);
        epochs.truncateFromEnd(logEnd);
    }

    void restartAt(long offset, @Nullable List<ProducerStates.Snapshot> producers) {
        below = producers == null ? new ProducerStates().asPartOfAll() : ProducerStates.of(producers);
        batches.clear();
        epochs = new EpochHistory();
        logStart = offset;
        logEnd = offset;
        flushedEnd = Math.min(flushedEnd, offset);
    }

    void trimTo(long start) {
        logStart = start;
        below = producersBelow(start);
        batches.removeIf(batch -> RecordBatch.endOffset(batch) <= start);
        epochs.truncateFromStart(start);
    }

    ByteBuffer read(long fetchOffset, long upperOffset) {
        List<ByteBuffer> found = batches.stream()
                .filter(batch ->
                        RecordBatch.endOffset(batch) > fetchOffset && RecordBatch.endOffset(batch) <= upperOffset)
                .toList();
        return Batches.join(found.toArray(ByteBuffer[]::new));
    }

    ProducerStates producers() {
        return producersBelow(Long.MAX_VALUE);
    }

    /** Of the batches that end at or below an offset, which is not below the log start. */
    ProducerStates producersBelow(long offset) {
        ProducerStates producers = below.copy();
        batches.stream().filter(batch -> RecordBatch.endOffset(batch) <= offset).forEach(producers::replay);
        return producers;
    }

    RecoveredLog recover() {
        return new RecoveredLog(logStart, logEnd, flushedEnd, highWatermarkHint, epochs.copy(), producers());
    }

    /** Content of the batch that holds the offset; -1 when there is none. */
    long contentAt(long offset) {
        for (ByteBuffer batch : batches) {
            if (RecordBatch.baseOffset(batch) <= offset && offset < RecordBatch.endOffset(batch)) {
                return batch.getLong(CONTENT_AT);
            }
        }
        return -1;
    }

    /** As {@code 0..3@1#7}: offsets, leader epoch, content. */
    static String describe(ByteBuffer bytes) {
        StringJoiner text = new StringJoiner(" ");
        ByteBuffer rest = bytes.duplicate();
        while (rest.remaining() >= RecordBatch.HEADER_BYTES) {
            ByteBuffer batch = rest.slice();
            text.add(RecordBatch.baseOffset(batch) + ".." + RecordBatch.endOffset(batch) + "@"
                    + RecordBatch.leaderEpoch(batch) + "#" + batch.getLong(CONTENT_AT));
            rest.position(rest.position() + RecordBatch.sizeBytes(batch));
        }
        return text.toString();
    }

    String describe() {
        return describe(Batches.join(batches.toArray(ByteBuffer[]::new)));
    }

    String describeEpochs() {
        StringJoiner text = new StringJoiner(" ", "[", "]");
        epochs.starts().forEach(start -> text.add(start.leaderEpoch() + "@" + start.startOffset()));
        return text.toString();
    }
}
