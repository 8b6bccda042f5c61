// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where a reset goes, as it is written: earliest, latest, an offset, a time, or so many records on or back. */
final class ResetTarget {
    private final String text;

    ResetTarget(String text) {
        this.text = text;
    }

    /** The new offset of each partition, by its number, always inside the log. */
    Map<Integer, Long> offsets(Consumer consumer, List<TopicPartition> partitions, Map<Integer, Long> committed) {
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<Integer, Long> offsets = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            long start = starts.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, 0L);
            long wanted =
                    switch (text) {
                        case "earliest" -> start;
                        case "latest" -> end;
                        default ->
                            parsed(consumer, partition, committed.getOrDefault(partition.partition(), start), end);
                    };
            offsets.put(partition.partition(), Math.min(end, Math.max(start, wanted)));
        }
        return offsets;
    }

    private long parsed(Consumer consumer, TopicPartition partition, long committed, long end) {
        try {
            if (text.startsWith("+") || text.startsWith("-")) {
                return committed + Long.parseLong(text);
            }
            if (text.contains("T")) {
                return consumer.offsetForTime(partition, Instant.parse(text).toEpochMilli())
                        .orElse(end);
            }
            return Long.parseLong(text);
        } catch (NumberFormatException | DateTimeException e) {
            throw CommandException.usage(
                    "--to is earliest, latest, an offset, a time like 2026-01-31T12:00:00Z, or +N or"
                            + " -N records, not " + text);
        }
    }
}
