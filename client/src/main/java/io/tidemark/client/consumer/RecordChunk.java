// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.Header;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Batches;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordHeader;
import io.tidemark.record.RecordView;
import io.tidemark.v1.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The batches of one fetch of one partition, decoded as they are handed out. */
final class RecordChunk {
    private final TopicPartition partition;
    private final List<ByteBuffer> batches;
    private final long endOffset;
    private int nextBatch;
    private Iterator<RecordView> records = Collections.emptyIterator();

    private RecordChunk(TopicPartition partition, List<ByteBuffer> batches) {
        this.partition = partition;
        this.batches = batches;
        this.endOffset = RecordBatch.endOffset(batches.get(batches.size() - 1));
    }

    /**
     * The batches in an answer; null when there are none.
     *
     * @throws TidemarkException when the bytes are not whole batches
     */
    static @Nullable RecordChunk of(TopicPartition partition, ByteBuffer bytes) {
        try {
            List<ByteBuffer> batches = Batches.splitWhole(bytes);
            return batches.isEmpty() ? null : new RecordChunk(partition, batches);
        } catch (CorruptBatchException e) {
            throw corrupt(partition, -1, e.getMessage());
        }
    }

    /** Offset after the last batch. */
    long endOffset() {
        return endOffset;
    }

    /**
     * The next record at or after {@code position}; null when there is none.
     *
     * @throws TidemarkException when its batch is damaged
     */
    @Nullable
    ConsumerRecord next(long position) {
        try {
            while (true) {
                while (records.hasNext()) {
                    RecordView record = records.next();
                    if (record.offset() >= position) {
                        return toRecord(record);
                    }
                }
                if (nextBatch == batches.size()) {
                    return null;
                }
                records = open(batches.get(nextBatch++), position);
            }
        } catch (CorruptBatchException e) {
            throw corrupt(partition, RecordBatch.baseOffset(batches.get(nextBatch - 1)), e.getMessage());
        }
    }

    private Iterator<RecordView> open(ByteBuffer batch, long position) {
        if (!Crc.matches(batch)) {
            throw corrupt(partition, RecordBatch.baseOffset(batch), "its CRC-32C does not match");
        }
        boolean isWanted = RecordBatch.endOffset(batch) > position && !RecordBatch.isControl(batch);
        return isWanted ? BatchRecords.of(batch).iterator() : Collections.emptyIterator();
    }

    private ConsumerRecord toRecord(RecordView record) {
        return new ConsumerRecord(
                partition.topic(),
                partition.partition(),
                record.offset(),
                record.timestampMs(),
                record.keyCopy(),
                record.valueCopy(),
                headersOf(record));
    }

    private static List<Header> headersOf(RecordView record) {
        if (!record.hasHeaders()) {
            return List.of();
        }
        List<Header> headers = new ArrayList<>();
        for (RecordHeader header : record.headers()) {
            headers.add(new Header(header.key(), header.value()));
        }
        return Collections.unmodifiableList(headers);
    }

    private static TidemarkException corrupt(TopicPartition partition, long offset, @Nullable String reason) {
        String at = offset < 0 ? "" : " at offset " + offset;
        return new TidemarkException(
                ErrorCode.ERROR_CODE_CORRUPT_BATCH,
                "a batch of " + partition + at + " arrived damaged (" + reason
                        + "): poll again, and seek past it if it stays so",
                Outcome.NOT_WRITTEN);
    }
}
