// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A batch with the futures of its records. It grows under its queue's lock; once closed, the sender thread owns it. Its
 * bytes are never changed after they were handed out, since the transport may still hold them: another identity gets
 * another copy.
 */
final class ProducerBatch {
    final long batchId;
    final TopicPartition partition;
    final long openedMs;

    private final List<QueuedRecord> records = new ArrayList<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private @Nullable BatchBuilder builder;
    private @Nullable ByteBuffer bytes;
    private @Nullable BatchIdentity stamped;
    private int reservedBytes;

    private record QueuedRecord(long timestampMs, CompletableFuture<RecordMetadata> future) {}

    ProducerBatch(long batchId, TopicPartition partition, long openedMs, BatchBuilder builder) {
        this.batchId = batchId;
        this.partition = partition;
        this.openedMs = openedMs;
        this.builder = builder;
    }

    BatchBuilder builder() {
        if (builder == null) {
            throw new IllegalStateException("the batch is closed");
        }
        return builder;
    }

    CompletableFuture<RecordMetadata> append(
            ProducerRecord record, List<RecordHeader> headers, long timestampMs, int recordBytes) {
        builder().append(timestampMs, record.key(), record.value(), headers);
        CompletableFuture<RecordMetadata> future = new CompletableFuture<>();
        records.add(new QueuedRecord(timestampMs, future));
        reservedBytes += recordBytes;
        return future;
    }

    void close() {
        bytes = builder().build(0, -1);
        builder = null;
    }

    /** The batch with this identity. */
    ByteString stamp(BatchIdentity identity) {
        ByteBuffer current = bytes;
        if (current == null) {
            throw new IllegalStateException("the batch is not closed");
        }
        if (stamped == null) {
            RecordBatch.setProducer(current, identity.producerId(), identity.producerEpoch(), identity.baseSequence());
        } else if (!stamped.equals(identity)) {
            current = ByteBuffer.allocate(current.limit())
                    .put(current.duplicate())
                    .flip();
            RecordBatch.setProducer(current, identity.producerId(), identity.producerEpoch(), identity.baseSequence());
            bytes = current;
        }
        stamped = identity;
        return UnsafeByteOperations.unsafeWrap(current.duplicate());
    }

    int recordCount() {
        return records.size();
    }

    int reservedBytes() {
        return reservedBytes;
    }

    /** Completes when every record's future is. */
    CompletableFuture<Void> done() {
        return done;
    }

    void complete(WrittenAt writtenAt) {
        for (int i = 0; i < records.size(); i++) {
            QueuedRecord record = records.get(i);
            long offset = writtenAt.baseOffset() < 0 ? -1 : writtenAt.baseOffset() + i;
            record.future()
                    .complete(new RecordMetadata(
                            partition.topic(),
                            partition.partition(),
                            offset,
                            record.timestampMs(),
                            writtenAt.replicaCount(),
                            writtenAt.isFlushed()));
        }
        done.complete(null);
    }

    void fail(TidemarkException failure) {
        records.forEach(record -> record.future().completeExceptionally(failure));
        done.complete(null);
    }
}
