// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LoadConsumer;
import io.tidemark.benchmarks.load.LogSystem.StartAt;
import io.tidemark.benchmarks.load.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's consumer under load. */
final class KafkaLoadConsumer implements LoadConsumer {
    private final KafkaConsumer<byte[], byte[]> consumer;

    KafkaLoadConsumer(Map<String, Object> config, TopicSpec topic, StartAt startAt) {
        this.consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = IntStream.range(0, topic.partitionCount())
                .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                .toList();
        consumer.assign(partitions);
        if (startAt == StartAt.BEGINNING) {
            consumer.seekToBeginning(partitions);
        } else {
            consumer.seekToEnd(partitions);
        }
    }

    @Override
    public void poll(Duration limit, Consumer<byte[]> values) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(limit)) {
            values.accept(record.value());
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
