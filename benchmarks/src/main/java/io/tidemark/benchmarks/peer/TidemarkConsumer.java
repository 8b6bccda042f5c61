// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LoadConsumer;
import io.tidemark.benchmarks.load.LogSystem.StartAt;
import io.tidemark.benchmarks.load.TopicSpec;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Tidemark's consumer under load. */
final class TidemarkConsumer implements LoadConsumer {
    private final Consumer consumer;

    TidemarkConsumer(Consumer consumer, TopicSpec topic, StartAt startAt) {
        this.consumer = consumer;
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
    public void poll(Duration limit, java.util.function.Consumer<byte[]> values) {
        for (ConsumerRecord record : consumer.poll(limit)) {
            byte[] value = record.value();
            if (value != null) {
                values.accept(value);
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
