// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.memory.MemoryLog;
import io.tidemark.engine.log.memory.MemoryLogStore;
import io.tidemark.engine.runtime.ProducerFold;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A machine's disk: the logs of the reference implementation, and what can happen to them. What a killed process wrote
 * stays; a power cut takes any suffix that was not forced; a flipped bit is found at the next recovery, which cuts there.
 */
final class SimDisk implements LogStore {
    private final World world;
    private final Prng prng;
    private final MemoryLogStore store;
    private final Map<PartitionKey, SimLog> logs = new TreeMap<>();
    private final Set<PartitionKey> flipped = new TreeSet<>();
    private final Set<PartitionKey> lost = new TreeSet<>();
    private boolean full;
    private boolean failing;
    private boolean failsToClose;
    private boolean slow;

    SimDisk(World world, Prng prng, SimClock clock) {
        this.world = world;
        this.prng = prng;
        this.store = new MemoryLogStore(clock::wallMs, ProducerFold::new);
    }

    @Override
    public OpenedLog open(String topic, UUID topicId, int partition, LogConfig config) throws IOException {
        OpenedLog opened = store.open(topic, topicId, partition, config);
        PartitionKey key = new PartitionKey(topicId, partition);
        SimLog log = new SimLog(opened.log(), this, world);
        logs.put(key, log);
        boolean damaged = flipped.remove(key) && cutAnywhere(opened.log());
        if (damaged) {
            world.reached("recovery finds damage");
        }
        return new OpenedLog(log, opened.clean(), damaged, damaged ? "a flipped bit" : "");
    }

    private boolean cutAnywhere(PartitionLog log) throws IOException {
        List<Long> bases = basesFrom(log, log.logStartOffset());
        if (bases.isEmpty()) {
            return false;
        }
        log.truncateTo(prng.pick(bases), -1);
        return true;
    }

    private static List<Long> basesFrom(PartitionLog log, long offset) throws IOException {
        List<Long> bases = new ArrayList<>();
        log.scan(offset, batch -> {
            if (RecordBatch.baseOffset(batch) >= offset) {
                bases.add(RecordBatch.baseOffset(batch));
            }
        });
        return bases;
    }

    @Override
    public void delete(UUID topicId, int partition) throws IOException {
        store.delete(topicId, partition);
        logs.remove(new PartitionKey(topicId, partition));
        world.reached("log deleted");
    }

    @Override
    public void setAside(UUID topicId, int partition) throws IOException {
        store.setAside(topicId, partition);
        logs.remove(new PartitionKey(topicId, partition));
        world.reached("stray log set aside");
    }

    @Override
    public List<StoredLog> list() {
        return store.list();
    }

    @Override
    public void close() {
        // Each log was closed, or failed to.
    }

    /** The process ends without closing; with the power, what was not forced may go, from anywhere on. */
    void crash(boolean powerLoss) throws IOException {
        store.crash(false);
        if (!powerLoss) {
            return;
        }
        for (Map.Entry<PartitionKey, SimLog> entry : logs.entrySet()) {
            PartitionLog log = entry.getValue().stored();
            if (entry.getValue().isClosed()) {
                continue;
            }
            if (log instanceof MemoryLog memory && memory.hasUnflushedRestart() && prng.chance(0.5)) {
                memory.undoRestart();
                lost.add(entry.getKey());
                world.reached("power cut undoes a restart");
            }
            List<Long> unforced = basesFrom(log, log.flushedEndOffset());
            if (log.flushedEndOffset() < log.logStartOffset() && prng.chance(0.3)) {
                // All of it, but what says where it begins: of what was below nothing is known.
                log.restartAt(log.logStartOffset(), null);
                lost.add(entry.getKey());
                world.reached("power cut loses all above the log start");
            } else if (!unforced.isEmpty() && prng.chance(0.8)) {
                log.truncateTo(prng.pick(unforced), -1);
                lost.add(entry.getKey());
                world.reached("power cut loses a suffix");
            }
        }
    }

    /** Logs get shorter and nobody is told. */
    void forget() {
        try {
            for (SimLog log : logs.values()) {
                boolean forgot = !log.isClosed() && cutAnywhere(log.stored());
                world.reached(forgot ? "disk forgets" : "disk has nothing to forget");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The next recovery of a log finds a flipped bit: of which; null when there is none. */
    @Nullable
    PartitionKey flipBit() {
        List<PartitionKey> candidates = List.copyOf(logs.keySet());
        if (candidates.isEmpty()) {
            return null;
        }
        PartitionKey key = prng.pick(candidates);
        flipped.add(key);
        lost.add(key);
        return key;
    }

    /** Logs that hold less than they did, which the controller has not been told. */
    boolean hasUnreportedLoss(PartitionKey key) {
        return lost.contains(key);
    }

    void lossReported() {
        lost.clear();
        lost.addAll(flipped);
    }

    /** The controller knows that nobody may count on what these logs hold, now or when they are opened again. */
    void failureReported(List<PartitionKey> keys) {
        lost.removeAll(keys);
    }

    @Nullable
    PartitionLog log(PartitionKey key) {
        SimLog log = logs.get(key);
        return log == null ? null : log.stored();
    }

    void setFull(boolean now) {
        full = now;
    }

    boolean isFull() {
        return full;
    }

    void setFailing(boolean now) {
        failing = now;
    }

    boolean isFailing() {
        return failing;
    }

    /** A log that fails to close lets go of its files as they are. */
    void letGo(SimLog log) {
        logs.forEach((key, known) -> {
            if (known == log) {
                store.letGo(key.topicId(), key.partition());
            }
        });
    }

    void setFailsToClose(boolean now) {
        failsToClose = now;
    }

    boolean failsToClose() {
        return failsToClose;
    }

    void setSlow(boolean now) {
        slow = now;
    }

    long flushMicros() {
        return slow ? prng.between(250_000, 3_000_000) : prng.between(750, 3_000);
    }

    /** Of opening, closing, and reading what is not in memory. */
    long accessMicros() {
        return slow && prng.chance(0.5) ? prng.between(15_000, 1_200_000) : prng.between(200, 15_000);
    }
}
