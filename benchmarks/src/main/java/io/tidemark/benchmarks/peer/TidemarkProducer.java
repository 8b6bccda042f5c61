// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LoadProducer;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Future;

/** Tidemark's producer under load. */
final class TidemarkProducer implements LoadProducer {
    private final Producer producer;

    TidemarkProducer(Producer producer) {
        this.producer = producer;
    }

    @Override
    public void send(String topic, int partition, byte[] value, Completion completion) {
        OptionalInt chosen = partition == ANY_PARTITION ? OptionalInt.empty() : OptionalInt.of(partition);
        ProducerRecord record = new ProducerRecord(topic, chosen, OptionalLong.empty(), null, value, List.of());
        Future<?> unused = producer.send(record).whenComplete((metadata, failure) -> completion.done(failure));
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
