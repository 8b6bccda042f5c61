// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.client.producer.RecordMetadata;
import io.tidemark.v1.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Appends to the fake cluster's logs at once; refuses values that are too large. */
final class FakeProducer implements Producer {
    static final int MOST_BYTES = 1000;

    private final FakeCluster cluster;

    FakeProducer(FakeCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public CompletableFuture<RecordMetadata> send(ProducerRecord record) {
        int partition = record.partition().orElseGet(() -> partitionOf(record));
        List<ConsumerRecord> log = cluster.logs.get(new TopicPartition(record.topic(), partition));
        if (log == null) {
            return CompletableFuture.failedFuture(FakeCluster.failure(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, "there is no topic " + record.topic()));
        }
        if (record.value() != null && record.value().length > MOST_BYTES) {
            return CompletableFuture.failedFuture(
                    FakeCluster.failure(ErrorCode.ERROR_CODE_BATCH_TOO_LARGE, "the record is too large"));
        }
        long recordOffset = log.size();
        log.add(new ConsumerRecord(
                record.topic(),
                partition,
                recordOffset,
                record.timestampMs().orElse(1_000),
                record.key(),
                record.value(),
                record.headers()));
        return CompletableFuture.completedFuture(
                new RecordMetadata(record.topic(), partition, recordOffset, 1_000, 3, false));
    }

    private int partitionOf(ProducerRecord record) {
        var topic = cluster.topics.get(record.topic());
        return topic == null ? 0 : Math.floorMod(Arrays.hashCode(record.key()), topic.getPartitionsCount());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
