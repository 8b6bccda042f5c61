// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LoadProducer;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's producer under load. */
final class KafkaLoadProducer implements LoadProducer {
    private final KafkaProducer<byte[], byte[]> producer;

    KafkaLoadProducer(Map<String, Object> config) {
        this.producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void send(String topic, int partition, byte[] value, Completion completion) {
        Integer chosen = partition == ANY_PARTITION ? null : Integer.valueOf(partition);
        Future<?> unused = producer.send(
                new ProducerRecord<>(topic, chosen, null, value), (metadata, failure) -> completion.done(failure));
    }

    @Override
    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
