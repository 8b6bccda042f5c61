// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.TopicPartition;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.CompressionRatio;
import io.tidemark.record.RecordHeader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of one partition on their way to the sender: one batch that grows and those that are closed. Application
 * threads append, the sender thread takes; all under this object's lock.
 */
final class PartitionQueue {
    final TopicPartition partition;

    private final Compression compression;
    private final CompressionRatio ratio = new CompressionRatio();
    private final LongSupplier batchIds;
    private final Consumer<ProducerBatch> onOpened;
    private final Deque<ProducerBatch> closed = new ArrayDeque<>();
    private @Nullable ProducerBatch growing;
    private boolean isShut;

    /** An empty queue; {@code onOpened} hears of each new batch before it can be done. */
    PartitionQueue(
            TopicPartition partition,
            Compression compression,
            LongSupplier batchIds,
            Consumer<ProducerBatch> onOpened) {
        this.partition = partition;
        this.compression = compression;
        this.batchIds = batchIds;
        this.onOpened = onOpened;
    }

    /**
     * A record to append.
     *
     * @param record the record
     * @param headers its headers
     * @param timestampMs its time
     * @param reservedBytes what it took from the buffer memory: an upper bound of its size
     */
    record Entry(ProducerRecord record, List<RecordHeader> headers, long timestampMs, int reservedBytes) {}

    /** What became of an append: the record's future, and whether there is news for the sender. */
    record Appended(CompletableFuture<RecordMetadata> future, boolean isNews) {}

    synchronized Appended append(Entry entry, BatchLimits limits, long nowMs) {
        if (isShut) {
            throw new IllegalStateException("the producer is closed");
        }
        ProducerBatch batch = growing;
        if (batch != null && !limits.hasRoom(batch.builder(), entry.reservedBytes())) {
            closeGrowing(batch);
            batch = null;
        }
        boolean isNews = batch == null;
        if (batch == null) {
            batch = new ProducerBatch(batchIds.getAsLong(), partition, nowMs, new BatchBuilder(compression, ratio));
        }
        CompletableFuture<RecordMetadata> future =
                batch.append(entry.record(), entry.headers(), entry.timestampMs(), entry.reservedBytes());
        growing = batch;
        if (isNews) {
            onOpened.accept(batch);
        }
        if (limits.isFull(batch.builder())) {
            closeGrowing(batch);
            isNews = true;
        }
        return new Appended(future, isNews);
    }

    /** The next closed batch; closes the growing one for it when it was opened at {@code openedUntilMs} or before. */
    synchronized @Nullable ProducerBatch poll(long openedUntilMs) {
        ProducerBatch batch = growing;
        if (closed.isEmpty() && batch != null && batch.openedMs <= openedUntilMs) {
            closeGrowing(batch);
        }
        return closed.poll();
    }

    /** When the growing batch was opened; {@link Long#MAX_VALUE} when there is none. */
    synchronized long growingOpenedMs() {
        return growing == null ? Long.MAX_VALUE : growing.openedMs;
    }

    synchronized boolean isEmpty() {
        return growing == null && closed.isEmpty();
    }

    /** Takes no more records and gives back what is left. */
    synchronized List<ProducerBatch> shut() {
        isShut = true;
        List<ProducerBatch> left = new ArrayList<>(closed);
        closed.clear();
        if (growing != null) {
            left.add(growing);
            growing = null;
        }
        return left;
    }

    private void closeGrowing(ProducerBatch batch) {
        batch.close();
        closed.add(batch);
        growing = null;
    }
}
