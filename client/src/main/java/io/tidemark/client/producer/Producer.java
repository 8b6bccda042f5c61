// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.metadata.ClientConfig;
import java.util.concurrent.CompletableFuture;

/**
 * Writes records. Thread-safe. Records of one partition sent from one thread are written in the order sent; with {@code
 * enable.idempotence} (the default) each exactly once within {@code delivery.timeout.ms}.
 */
public interface Producer extends AutoCloseable {
    /** Connects on first use; close it to send what is queued and release threads and connections. */
    static Producer create(ClientConfig config) {
        return new GrpcProducer(config);
    }

    /**
     * Queues a record; blocks only while {@code buffer.memory} is used up, at most {@code max.block.ms}. The future
     * completes on an internal thread, exceptionally with {@link io.tidemark.client.TidemarkException}; what is chained to
     * it must not block, nor call {@link #flush} or {@link #close}.
     */
    CompletableFuture<RecordMetadata> send(ProducerRecord record);

    /** Sends everything queued now and waits until each is done. */
    void flush();

    /** Flushes, then releases threads and connections. */
    @Override
    void close();
}
