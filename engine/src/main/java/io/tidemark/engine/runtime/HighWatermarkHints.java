// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers high watermarks in a file, so that a restarted node does not begin at its log start. Only hints: a lost or old
 * file costs nothing but time. Thread-safe; {@link #write} by one thread.
 *
 * <pre>
 * tidemark-high-watermarks 1
 * TOPIC_ID PARTITION HIGH_WATERMARK
 * </pre>
 */
final class HighWatermarkHints {
    private static final Logger LOG = LoggerFactory.getLogger(HighWatermarkHints.class);
    private static final String HEADER = "tidemark-high-watermarks 1";

    private final HintFile file;
    private final Map<PartitionKey, Long> hints = new ConcurrentHashMap<>();
    private volatile boolean changed;

    private HighWatermarkHints(HintFile file) {
        this.file = file;
    }

    /** With what the file says; empty when it is missing or not readable. */
    static HighWatermarkHints load(Path file) {
        return load(HintFile.at(file));
    }

    /** With what was written last; empty when there is nothing or it is not readable. */
    static HighWatermarkHints load(HintFile file) {
        HighWatermarkHints loaded = new HighWatermarkHints(file);
        try {
            List<String> lines = file.read().lines().toList();
            if (!lines.isEmpty()) {
                loaded.parse(lines);
            }
        } catch (IOException | IllegalArgumentException damaged) {
            LOG.warn("High watermarks are not remembered: {} is not readable ({})", file, damaged.getMessage());
        }
        return loaded;
    }

    private void parse(List<String> lines) {
        if (!lines.get(0).equals(HEADER)) {
            throw new IllegalArgumentException("unknown format");
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(" ", -1);
            if (fields.length != 3) {
                throw new IllegalArgumentException("torn line");
            }
            hints.put(
                    new PartitionKey(UUID.fromString(fields[0]), Integer.parseInt(fields[1])),
                    Long.parseLong(fields[2]));
        }
    }

    /**
     * The hint for a log that was opened and ends there; 0 when there is none. One above the end is of records that are gone: at
     * the next start it would pass off as committed what has taken their place, so a lower one is written down at once.
     */
    long hint(PartitionKey key, long logEndOffset) {
        long hint = hints.getOrDefault(key, 0L);
        if (hint > logEndOffset) {
            publish(key, logEndOffset);
        }
        return hint;
    }

    /**
     * Notes it. One that fell, with a cut after an unclean election, is written down at once: after a crash the old one would
     * pass off as committed what has taken the place of the lost records.
     */
    void publish(PartitionKey key, long highWatermark) {
        Long before = hints.put(key, highWatermark);
        changed = true;
        if (before != null && highWatermark < before) {
            writeNow();
        }
    }

    private void writeNow() {
        try {
            write();
        } catch (IOException failed) {
            LOG.warn("High watermarks are not written down: {}", failed.getMessage());
        }
    }

    /** Forgets all, at once on disk too. */
    void forgetAll() {
        hints.clear();
        changed = true;
        writeNow();
    }

    void forget(PartitionKey key) {
        hints.remove(key);
        changed = true;
    }

    /** Writes the file anew when something changed. */
    synchronized void write() throws IOException {
        if (!changed) {
            return;
        }
        changed = false;
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        new TreeMap<>(hints).forEach((key, highWatermark) -> text.append(key.topicId())
                .append(' ')
                .append(key.partition())
                .append(' ')
                .append(highWatermark)
                .append('\n'));
        try {
            file.write(text.toString());
        } catch (IOException failed) {
            changed = true;
            throw failed;
        }
    }
}
