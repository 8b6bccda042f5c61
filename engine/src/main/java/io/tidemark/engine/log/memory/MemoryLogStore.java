// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Logs on the heap that outlive being closed, and crashes that a test or a simulation asks for. Thread-safe. */
public final class MemoryLogStore implements LogStore {
    private final LongSupplier clockMs;
    private final @Nullable Supplier<LogFold> folds;
    private final Map<String, Entry> entries = new TreeMap<>();

    /** With the system's clock. */
    public MemoryLogStore() {
        this(System::currentTimeMillis);
    }

    /**
     * With a given clock.
     *
     * @param clockMs wall clock, milliseconds since 1970-01-01 UTC
     */
    public MemoryLogStore(LongSupplier clockMs) {
        this(clockMs, null);
    }

    /**
     * As on disk: what is deleted goes on counting in folds.
     *
     * @param folds makes a fold of the only kind that its logs are asked for; null for none
     */
    public MemoryLogStore(LongSupplier clockMs, @Nullable Supplier<LogFold> folds) {
        this.clockMs = clockMs;
        this.folds = folds;
    }

    @Override
    public synchronized OpenedLog open(String topic, UUID topicId, int partition, LogConfig config) throws IOException {
        Entry entry = entries.get(key(topicId, partition));
        if (entry == null) {
            MemoryLog log = new MemoryLog(config, clockMs, folds);
            entries.put(key(topicId, partition), new Entry(new StoredLog(topic, topicId, partition), log));
            return new OpenedLog(log, true, false, "");
        }
        if (!entry.log.isClosed() && !entry.crashed) {
            throw new IOException("the log of " + topic + "-" + partition + " is open already");
        }
        boolean clean = !entry.crashed;
        entry.crashed = false;
        entry.log.configure(config);
        entry.log.reopen(clean);
        return new OpenedLog(entry.log, clean, false, "");
    }

    @Override
    public synchronized void delete(UUID topicId, int partition) throws IOException {
        Entry entry = entries.get(key(topicId, partition));
        if (entry != null && !entry.log.isClosed() && !entry.crashed) {
            throw new IOException("the log is open");
        }
        entries.remove(key(topicId, partition));
    }

    @Override
    public void setAside(UUID topicId, int partition) throws IOException {
        delete(topicId, partition);
    }

    @Override
    public synchronized List<StoredLog> list() {
        List<StoredLog> found = new ArrayList<>();
        entries.values().forEach(entry -> found.add(entry.stored));
        return found;
    }

    /** Lets go of an open log as it is, as a log does that fails to close. */
    public synchronized void letGo(UUID topicId, int partition) {
        Entry entry = entries.get(key(topicId, partition));
        if (entry != null && !entry.log.isClosed()) {
            entry.crashed = true;
        }
    }

    /**
     * Ends the process's life: open logs are left as they are and may be opened again.
     *
     * @param powerLoss whether what was not flushed is lost as well
     */
    public synchronized void crash(boolean powerLoss) throws IOException {
        for (Entry entry : entries.values()) {
            if (entry.log.isClosed()) {
                continue;
            }
            entry.crashed = true;
            if (powerLoss) {
                entry.log.loseUnflushed();
            }
        }
    }

    @Override
    public synchronized void close() {
        entries.values().forEach(entry -> entry.log.close());
    }

    private static String key(UUID topicId, int partition) {
        return topicId + "-" + partition;
    }

    private static final class Entry {
        private final StoredLog stored;
        private final MemoryLog log;
        private boolean crashed;

        Entry(StoredLog stored, MemoryLog log) {
            this.stored = stored;
            this.log = log;
        }
    }
}
