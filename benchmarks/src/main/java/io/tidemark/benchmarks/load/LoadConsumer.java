// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.time.Duration;
import java.util.function.Consumer;

/** A consumer under load. One thread. */
public interface LoadConsumer extends AutoCloseable {
    /** Hands the values of new records over, in order within each partition; returns when there were none for so long. */
    void poll(Duration limit, Consumer<byte[]> values);

    @Override
    void close();
}
