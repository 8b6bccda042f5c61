// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.cli.terminal.Terminal;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.consumer.RebalanceListener;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/** Prints what a group gives to this member, and commits it once it is printed: each record at least once. */
final class GroupReader {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Terminal terminal;
    private final RecordWriter writer;
    private final OutputStream out;

    GroupReader(Terminal terminal, RecordWriter writer, OutputStream out) {
        this.terminal = terminal;
        this.writer = writer;
        this.out = out;
    }

    /** Goes on until so many records were printed, or nobody looks any more. */
    void copy(GroupConsumer consumer, String topic, long recordsMax) throws IOException {
        consumer.subscribe(List.of(topic), RebalanceListener.NONE);
        long printed = 0;
        while (printed < recordsMax && !terminal.isOutputGone()) {
            List<ConsumerRecord> records = consumer.poll(POLL);
            for (ConsumerRecord record : records) {
                writer.write(record);
            }
            out.flush();
            if (!records.isEmpty()) {
                consumer.commitSync();
            }
            printed += records.size();
        }
    }
}
