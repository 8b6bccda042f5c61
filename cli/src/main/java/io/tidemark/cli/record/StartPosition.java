// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/**
 * Where reading starts: {@code earliest}, {@code latest}, an offset, or a time.
 *
 * @param number the offset, or the time in milliseconds since 1970-01-01 UTC
 */
record StartPosition(Kind kind, long number) {
    private enum Kind {
        EARLIEST,
        LATEST,
        OFFSET,
        TIME
    }

    static StartPosition parse(String text) {
        if (text.equals("earliest")) {
            return new StartPosition(Kind.EARLIEST, 0);
        }
        if (text.equals("latest")) {
            return new StartPosition(Kind.LATEST, 0);
        }
        try {
            if (text.contains("T")) {
                return new StartPosition(Kind.TIME, Instant.parse(text).toEpochMilli());
            }
            long fetchOffset = Long.parseLong(text);
            if (fetchOffset >= 0) {
                return new StartPosition(Kind.OFFSET, fetchOffset);
            }
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            throw invalid(text);
        }
        throw invalid(text);
    }

    private static CommandException invalid(String text) {
        return CommandException.usage(
                "--from is earliest, latest, an offset or a time like 2026-01-31T12:00:00Z, not '" + text + "'");
    }

    void seek(Consumer consumer, List<TopicPartition> partitions) {
        switch (kind) {
            case EARLIEST -> consumer.seekToBeginning(partitions);
            case LATEST -> consumer.seekToEnd(partitions);
            case OFFSET -> partitions.forEach(partition -> consumer.seek(partition, number));
            case TIME -> partitions.forEach(partition -> seekToTime(consumer, partition));
        }
    }

    private void seekToTime(Consumer consumer, TopicPartition partition) {
        consumer.offsetForTime(partition, number)
                .ifPresentOrElse(
                        found -> consumer.seek(partition, found), () -> consumer.seekToEnd(List.of(partition)));
    }
}
