// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.client.Header;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Reads the topic from its start and holds every record against the books. One thread reads, others may look. */
final class LineCheck {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final byte[] NOTHING = {};

    private final Consumer consumer;
    private final DeliveryProof proof;
    private final AtomicLong readCount = new AtomicLong();

    LineCheck(Consumer consumer, DeliveryProof proof) {
        this.consumer = consumer;
        this.proof = proof;
    }

    /** Reads along until {@code isOver}, then on to the end as it is then. */
    void follow(BooleanSupplier isOver) {
        List<TopicPartition> partitions = fromStart();
        while (!isOver.getAsBoolean()) {
            take(consumer.poll(POLL));
        }
        readTo(consumer.endOffsets(partitions));
    }

    /** Reads from the start to the end as it is now. */
    void readAll() {
        readTo(consumer.endOffsets(fromStart()));
    }

    private List<TopicPartition> fromStart() {
        List<TopicPartition> partitions = consumer.partitionsFor(DemoPlan.TOPIC);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return partitions;
    }

    private void readTo(Map<TopicPartition, Long> endOffsets) {
        while (endOffsets.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            take(consumer.poll(POLL));
        }
    }

    private void take(List<ConsumerRecord> records) {
        for (ConsumerRecord record : records) {
            byte[] key = record.key() == null ? NOTHING : record.key();
            byte[] value = record.value() == null ? NOTHING : record.value();
            proof.read(
                    new String(key, StandardCharsets.UTF_8),
                    lineOf(record),
                    Fingerprint.of(value),
                    record.partition(),
                    record.offset());
        }
        readCount.addAndGet(records.size());
    }

    /** The line's number; -1, which was never sent, when the record carries none. */
    private static int lineOf(ConsumerRecord record) {
        for (Header header : record.headers()) {
            byte[] value = header.value();
            if (header.key().equals(LineWriter.LINE_HEADER) && value != null && value.length == Integer.BYTES) {
                return ByteBuffer.wrap(value).getInt();
            }
        }
        return -1;
    }

    /** Records read so far. */
    long readCount() {
        return readCount.get();
    }

    /** What the comparison came to; after reading has ended. */
    DeliveryProof.Verdict verdict() {
        return proof.verdict();
    }
}
