// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Header;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.ThreadInbox;
import io.tidemark.client.metadata.TopicView;
import io.tidemark.client.producer.PartitionLane.LaneContext;
import io.tidemark.client.producer.PartitionQueue.Appended;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordHeader;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** {@link Producer} over the wire: places and queues records; {@link Sender} does the rest. */
final class GrpcProducer implements Producer {
    private final ClientConfig config;
    private final Connections connections;
    private final ClusterMetadata metadata;
    private final Partitioner partitioner;
    private final BufferMemory memory;
    private final IncompleteBatches incomplete = new IncompleteBatches();
    private final ThreadInbox inbox = new ThreadInbox();
    private final Sender sender;
    private final Thread senderThread;
    private final ConcurrentMap<TopicPartition, PartitionQueue> queues = new ConcurrentHashMap<>();
    private final AtomicLong batchIds = new AtomicLong();
    private final int maxBlockMs;
    private final int batchSizeBytes;
    private final int bufferMemoryBytes;
    private final int maxRequestBytes;
    private volatile boolean isClosed;

    GrpcProducer(ClientConfig config) {
        this.config = config;
        this.maxBlockMs = config.get(ClientKeys.MAX_BLOCK_MS);
        this.batchSizeBytes = config.get(ClientKeys.BATCH_SIZE);
        this.maxRequestBytes = config.get(ClientKeys.MAX_REQUEST_SIZE);
        this.connections = new Connections(config.get(ClientKeys.CLIENT_ID));
        this.metadata = new ClusterMetadata(config, connections);
        this.partitioner = new Partitioner(batchSizeBytes);
        this.bufferMemoryBytes = config.get(ClientKeys.BUFFER_MEMORY);
        this.memory = new BufferMemory(bufferMemoryBytes, inbox::wake);
        this.sender = new Sender(inbox, laneContext(), ProducerLimits.of(config), connections);
        this.senderThread = new Thread(sender, threadName(config));
        metadata.onChange(inbox::wake);
        senderThread.setDaemon(true);
        senderThread.start();
    }

    private static String threadName(ClientConfig config) {
        String clientId = config.get(ClientKeys.CLIENT_ID);
        return clientId.isEmpty() ? "tidemark-producer" : "tidemark-producer-" + clientId;
    }

    private LaneContext laneContext() {
        int deliveryTimeoutMs = config.get(ClientKeys.DELIVERY_TIMEOUT_MS);
        int requestTimeoutMs = Math.min(deliveryTimeoutMs, config.get(ClientKeys.REQUEST_TIMEOUT_MS));
        return new LaneContext(
                metadata,
                memory,
                incomplete,
                new ProduceStream.AckTerms(config.get(ClientKeys.ACKS), requestTimeoutMs),
                config.get(ClientKeys.LINGER_MS),
                deliveryTimeoutMs);
    }

    @Override
    public CompletableFuture<RecordMetadata> send(ProducerRecord record) {
        if (isClosed || sender.isStopped()) {
            throw new IllegalStateException("the producer is closed");
        }
        try {
            return queue(record, MonotonicClock.nowMs() + maxBlockMs);
        } catch (TidemarkException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<RecordMetadata> queue(ProducerRecord record, long deadlineMs) {
        TopicView topic = metadata.awaitTopic(record.topic(), maxBlockMs);
        List<RecordHeader> headers = headersOf(record);
        int recordBytes = BatchBuilder.recordMaxBytes(record.key(), record.value(), headers);
        BatchLimits limits = limitsOf(record.topic());
        checkSize(recordBytes, limits);
        int partition = checkPartition(partitioner.partition(record, topic, recordBytes), topic);
        memory.reserve(recordBytes, deadlineMs - MonotonicClock.nowMs());
        long timestampMs = record.timestampMs().orElseGet(System::currentTimeMillis);
        try {
            return append(
                    new TopicPartition(record.topic(), partition),
                    new PartitionQueue.Entry(record, headers, timestampMs, recordBytes),
                    limits);
        } catch (IllegalArgumentException e) {
            memory.release(recordBytes);
            throw refused(ErrorCode.ERROR_CODE_INVALID_TIMESTAMP, String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            memory.release(recordBytes);
            throw e;
        }
    }

    private CompletableFuture<RecordMetadata> append(
            TopicPartition partition, PartitionQueue.Entry entry, BatchLimits limits) {
        PartitionQueue queue = queues.computeIfAbsent(partition, this::newQueue);
        Appended appended = queue.append(entry, limits, MonotonicClock.nowMs());
        if (appended.isNews()) {
            sender.onRecords(queue);
        }
        if (sender.isStopped()) {
            sender.failUnsent(queue.shut());
        }
        return appended.future();
    }

    private PartitionQueue newQueue(TopicPartition partition) {
        return new PartitionQueue(
                partition, config.get(ClientKeys.COMPRESSION_TYPE), batchIds::incrementAndGet, incomplete::add);
    }

    private static List<RecordHeader> headersOf(ProducerRecord record) {
        if (record.headers().isEmpty()) {
            return List.of();
        }
        List<RecordHeader> headers = new ArrayList<>(record.headers().size());
        for (Header header : record.headers()) {
            headers.add(new RecordHeader(header.key(), header.value()));
        }
        return headers;
    }

    private BatchLimits limitsOf(String topic) {
        int topicMaxBytes = metadata.view().maxBatchBytes(topic);
        int maxBytes = topicMaxBytes == 0 ? maxRequestBytes : Math.min(maxRequestBytes, topicMaxBytes);
        return new BatchLimits(Math.min(batchSizeBytes, maxBytes), maxBytes);
    }

    private void checkSize(int recordBytes, BatchLimits limits) {
        int batchBytes = recordBytes + RecordBatch.HEADER_BYTES;
        if (batchBytes > limits.maxBytes()) {
            throw refused(
                    ErrorCode.ERROR_CODE_BATCH_TOO_LARGE,
                    "the record takes up to " + batchBytes + " bytes, more than the " + limits.maxBytes()
                            + " that max.request.size and the topic's max.message.bytes allow");
        }
        if (recordBytes > bufferMemoryBytes) {
            throw refused(
                    ErrorCode.ERROR_CODE_BATCH_TOO_LARGE,
                    "the record takes up to " + recordBytes + " bytes, more than buffer.memory");
        }
    }

    private static int checkPartition(int partition, TopicView topic) {
        if (partition < 0 || partition >= topic.partitionCount()) {
            throw refused(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    "topic " + topic.name() + " has partitions 0 to " + (topic.partitionCount() - 1) + ", not "
                            + partition);
        }
        return partition;
    }

    private static TidemarkException refused(ErrorCode code, String message) {
        return new TidemarkException(code, message, Outcome.NOT_WRITTEN);
    }

    @Override
    public void flush() {
        if (inbox.isOwner()) {
            throw new IllegalStateException("flush from a completion would wait for itself");
        }
        sender.beginFlush();
        try {
            incomplete.awaitAll();
        } finally {
            sender.endFlush();
        }
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            flush();
        } finally {
            sender.stop();
            joinSender();
            queues.values().forEach(queue -> sender.failUnsent(queue.shut()));
            metadata.close();
            connections.close();
        }
    }

    private void joinSender() {
        try {
            senderThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
