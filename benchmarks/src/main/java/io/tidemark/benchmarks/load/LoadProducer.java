// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import org.jspecify.annotations.Nullable;

/** A producer under load. Thread-safe. */
public interface LoadProducer extends AutoCloseable {
    /** Partition number that leaves the choice to the client. */
    int ANY_PARTITION = -1;

    /**
     * Queues a record without key; may block while the client's buffer is full. {@code value} must not change.
     *
     * @param partition partition, or {@link #ANY_PARTITION}
     */
    void send(String topic, int partition, byte[] value, Completion completion);

    /** Waits until everything sent is done. */
    void flush();

    @Override
    void close();

    /** Hears once how a record fared, on a thread of the client; must not block. */
    @FunctionalInterface
    interface Completion {
        /** The record is acknowledged, or failed with {@code failure}. */
        void done(@Nullable Throwable failure);
    }
}
