// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Sends records as fast as the client takes them. */
final class ClosedLoop {
    private final LoadProducer producer;
    private final TopicSpec topic;
    private final byte[] value;
    private final boolean isRoundRobin;
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /**
     * A loop of equal records.
     *
     * @param isRoundRobin whether each record goes to the next partition; else the client chooses
     */
    ClosedLoop(LoadProducer producer, TopicSpec topic, byte[] value, boolean isRoundRobin) {
        this.producer = producer;
        this.topic = topic;
        this.value = value;
        this.isRoundRobin = isRoundRobin;
    }

    /** Sends while a condition holds. */
    void run(BooleanSupplier goesOn) {
        for (long index = 0; goesOn.getAsBoolean(); index++) {
            int partition = isRoundRobin ? (int) (index % topic.partitionCount()) : LoadProducer.ANY_PARTITION;
            producer.send(topic.name(), partition, value, failure -> {
                if (failure == null) {
                    acknowledged.increment();
                } else {
                    failed.increment();
                }
            });
        }
    }

    long acknowledgedCount() {
        return acknowledged.sum();
    }

    long failedCount() {
        return failed.sum();
    }
}
