// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

import io.tidemark.record.BatchFault;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One partition's log as a broker keeps it, sequence checks included. Callers synchronise. */
public final class FakeLog {
    private static final int WINDOW = 5;
    private static final int MAX_BATCH_BYTES = 1 << 20;

    private final List<ByteBuffer> batches = new ArrayList<>();
    private final Map<Long, ProducerEntry> producers = new HashMap<>();
    private long logStartOffset;
    private long endOffset;

    private static final class ProducerEntry {
        short epoch;
        int nextSequence;
        final Deque<long[]> window = new ArrayDeque<>();
    }

    /** Appends as a leader does, or says why not. */
    public ProduceResponse append(ByteBuffer batch, int leaderEpoch) {
        BatchFault fault = BatchValidator.validate(batch, MAX_BATCH_BYTES, true);
        if (fault != null) {
            return refused(ErrorCode.valueOf("ERROR_CODE_" + fault.kind().name()), fault.message());
        }
        if (RecordBatch.producerId(batch) != RecordBatch.NO_PRODUCER_ID) {
            ProduceResponse answer = checkSequence(batch);
            if (answer != null) {
                return answer;
            }
        }
        return store(batch, leaderEpoch);
    }

    private @Nullable ProduceResponse checkSequence(ByteBuffer batch) {
        ProducerEntry entry = producers.get(RecordBatch.producerId(batch));
        short epoch = RecordBatch.producerEpoch(batch);
        int sequence = RecordBatch.baseSequence(batch);
        if (entry == null) {
            return sequence == 0 ? null : refused(ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, "no state");
        }
        if (epoch < entry.epoch) {
            return refused(ErrorCode.ERROR_CODE_INVALID_PRODUCER_EPOCH, "old epoch");
        }
        if (epoch > entry.epoch) {
            return sequence == 0 ? null : refused(ErrorCode.ERROR_CODE_OUT_OF_ORDER_SEQUENCE, "new epoch, not 0");
        }
        for (long[] seen : entry.window) {
            if (seen[0] == sequence && seen[1] == RecordBatch.count(batch)) {
                return written(seen[2]).setDuplicate(true).build();
            }
        }
        if (sequence == entry.nextSequence) {
            return null;
        }
        boolean isOlder = entry.nextSequence - sequence > 0;
        return isOlder
                ? refused(ErrorCode.ERROR_CODE_DUPLICATE_SEQUENCE, "older than the window")
                : refused(
                        ErrorCode.ERROR_CODE_OUT_OF_ORDER_SEQUENCE,
                        "sequence " + sequence + ", expected " + entry.nextSequence);
    }

    private ProduceResponse store(ByteBuffer batch, int leaderEpoch) {
        ByteBuffer stored =
                ByteBuffer.allocate(batch.remaining()).put(batch.duplicate()).flip();
        long baseOffset = endOffset;
        RecordBatch.setBaseOffset(stored, baseOffset);
        RecordBatch.setLeaderEpoch(stored, leaderEpoch);
        batches.add(stored);
        endOffset = RecordBatch.endOffset(stored);
        if (RecordBatch.producerId(batch) != RecordBatch.NO_PRODUCER_ID) {
            remember(batch, baseOffset);
        }
        return written(baseOffset).build();
    }

    private void remember(ByteBuffer batch, long baseOffset) {
        ProducerEntry entry = producers.computeIfAbsent(RecordBatch.producerId(batch), id -> new ProducerEntry());
        if (entry.epoch != RecordBatch.producerEpoch(batch)) {
            entry.window.clear();
        }
        entry.epoch = RecordBatch.producerEpoch(batch);
        int count = RecordBatch.count(batch);
        int sequence = RecordBatch.baseSequence(batch);
        entry.nextSequence =
                sequence > Integer.MAX_VALUE - count ? count - (Integer.MAX_VALUE - sequence) - 1 : sequence + count;
        entry.window.addLast(new long[] {sequence, count, baseOffset});
        if (entry.window.size() > WINDOW) {
            entry.window.removeFirst();
        }
    }

    private ProduceResponse.Builder written(long baseOffset) {
        return ProduceResponse.newBuilder().setBaseOffset(baseOffset).setReplicaCount(3);
    }

    private static ProduceResponse refused(ErrorCode error, String message) {
        return ProduceResponse.newBuilder()
                .setError(error)
                .setErrorMessage(message)
                .setBaseOffset(-1)
                .build();
    }

    /** Forgets producers, as a leader that lost their state. */
    public void forgetProducers() {
        producers.clear();
    }

    /** Cuts the log, producer state included, as a follower whose leader had less. */
    public void truncateTo(long newEndOffset) {
        batches.removeIf(batch -> RecordBatch.endOffset(batch) > newEndOffset);
        endOffset = batches.isEmpty() ? logStartOffset : RecordBatch.endOffset(batches.get(batches.size() - 1));
        producers.clear();
        for (ByteBuffer batch : batches) {
            if (RecordBatch.producerId(batch) != RecordBatch.NO_PRODUCER_ID) {
                remember(batch, RecordBatch.baseOffset(batch));
            }
        }
    }

    /** Ends of the batches, in order. */
    public List<Long> batchEnds() {
        return batches.stream().map(RecordBatch::endOffset).toList();
    }

    /** Removes batches that end at or below an offset. */
    public void trimTo(long offset) {
        batches.removeIf(batch -> RecordBatch.endOffset(batch) <= offset);
        logStartOffset = offset;
    }

    /** Damages the batch that holds an offset. */
    public void corrupt(long offset) {
        ByteBuffer batch = Objects.requireNonNull(batchAt(offset));
        int last = batch.limit() - 1;
        batch.put(last, (byte) ~batch.get(last));
    }

    private @Nullable ByteBuffer batchAt(long offset) {
        for (ByteBuffer batch : batches) {
            if (RecordBatch.endOffset(batch) > offset) {
                return batch;
            }
        }
        return null;
    }

    /** Whole batches from the one that holds {@code offset} on, at least one and at most so many bytes. */
    public List<ByteBuffer> read(long offset, int maxBytes) {
        List<ByteBuffer> found = new ArrayList<>();
        int bytes = 0;
        for (ByteBuffer batch : batches) {
            if (RecordBatch.endOffset(batch) > offset && (found.isEmpty() || bytes + batch.limit() <= maxBytes)) {
                found.add(batch.duplicate());
                bytes += batch.limit();
            }
        }
        return found;
    }

    /** First offset. */
    public long logStartOffset() {
        return logStartOffset;
    }

    /** Offset of the next record. */
    public long endOffset() {
        return endOffset;
    }

    /** Records as they are, from the first. */
    public List<RecordView> records() {
        List<RecordView> records = new ArrayList<>();
        batches.forEach(batch -> BatchRecords.of(batch).forEach(records::add));
        return records;
    }

    /** Values as text, from the first record. */
    public List<String> values() {
        return records().stream()
                .map(record -> StandardCharsets.UTF_8
                        .decode(Objects.requireNonNull(record.value()))
                        .toString())
                .toList();
    }

    /** Numbers of records in the batches. */
    public List<Integer> batchCounts() {
        return batches.stream().map(RecordBatch::count).toList();
    }
}
