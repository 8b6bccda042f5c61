// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import java.util.List;

/** Where reading starts: {@code earliest}, {@code latest} or an offset. */
record StartPosition(Kind kind, long fetchOffset) {
    private enum Kind {
        EARLIEST,
        LATEST,
        OFFSET
    }

    static StartPosition parse(String text) {
        if (text.equals("earliest")) {
            return new StartPosition(Kind.EARLIEST, 0);
        }
        if (text.equals("latest")) {
            return new StartPosition(Kind.LATEST, 0);
        }
        try {
            long fetchOffset = Long.parseLong(text);
            if (fetchOffset >= 0) {
                return new StartPosition(Kind.OFFSET, fetchOffset);
            }
        } catch (NumberFormatException e) {
            throw invalid(text);
        }
        throw invalid(text);
    }

    private static CommandException invalid(String text) {
        return CommandException.usage("--from is earliest, latest or an offset, not '" + text + "'");
    }

    void seek(Consumer consumer, List<TopicPartition> partitions) {
        switch (kind) {
            case EARLIEST -> consumer.seekToBeginning(partitions);
            case LATEST -> consumer.seekToEnd(partitions);
            case OFFSET -> partitions.forEach(partition -> consumer.seek(partition, fetchOffset));
        }
    }
}
