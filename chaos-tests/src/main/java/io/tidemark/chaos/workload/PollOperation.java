// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.client.consumer.ConsumerRecord;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What one poll returned of one partition, in order.
 *
 * @param index place of the operation's invocation in the history
 * @param process the client
 * @param partition partition read
 * @param completedNanos when it returned, on the history's one monotonic clock
 * @param records offsets and values in the order returned
 */
public record PollOperation(long index, int process, int partition, long completedNanos, List<Seen> records) {

    /** Where its operation stands in the history, as anomalies name it. */
    public String place() {
        return Operation.place(index);
    }

    /**
     * A record that was read.
     *
     * @param offset its offset
     * @param value its value
     */
    public record Seen(long offset, long value) {
        static Seen of(ConsumerRecord record) {
            byte[] value = record.value();
            if (value == null) {
                throw new IllegalStateException("a record without a value at offset " + record.offset());
            }
            return new Seen(record.offset(), ByteBuffer.wrap(value).getLong());
        }
    }
}
