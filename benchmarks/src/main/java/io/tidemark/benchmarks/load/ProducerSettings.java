// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.util.Map;
import java.util.TreeMap;

/**
 * What both clients are told.
 *
 * @param batchBytes size at which a batch is sent
 * @param lingerMs how long a batch waits for more records
 */
public record ProducerSettings(int batchBytes, int lingerMs) {
    /** The batch size and linger that Kafka's producer has by default. */
    public static final ProducerSettings KAFKA_DEFAULT = new ProducerSettings(16_384, 5);

    private static final int BUFFER_BYTES = 32 << 20;

    /** The settings by the names that both clients know. */
    public Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        values.put("acks", "all");
        values.put("enable.idempotence", "true");
        values.put("compression.type", "none");
        values.put("batch.size", String.valueOf(batchBytes));
        values.put("linger.ms", String.valueOf(lingerMs));
        values.put("buffer.memory", String.valueOf(BUFFER_BYTES));
        values.put("max.request.size", String.valueOf(TopicSpec.MAX_BATCH_BYTES));
        values.put("max.in.flight.requests.per.connection", "5");
        return values;
    }
}
