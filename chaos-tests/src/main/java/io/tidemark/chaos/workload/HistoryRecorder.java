// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.PollOperation.Seen;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Collects a history from many threads and writes it to a file as it happens: an invocation before anything is sent, a
 * completion after. Each line is in the file before the client goes on, so that a run that is broken off leaves what happened.
 * Thread-safe.
 */
public final class HistoryRecorder implements AutoCloseable {
    private final BufferedWriter file;
    private final long startedNanos = System.nanoTime();
    private final List<Operation> operations = new ArrayList<>();
    private final Map<Long, Invocation> pending = new LinkedHashMap<>();
    private long nextIndex;
    private long acknowledged;
    private long sent;

    /** An operation that was asked for and has no outcome yet. */
    record Invocation(long index, int process, Function function, long invokedNanos, List<Step> steps) {
        Operation completed(long completedNanos, Outcome outcome, List<Step> told) {
            return new Operation(index, process, function, invokedNanos, completedNanos, outcome, List.copyOf(told));
        }
    }

    /** Starts empty; the file must not exist. */
    public HistoryRecorder(Path file) throws IOException {
        this.file = Files.newBufferedWriter(file, java.nio.file.StandardOpenOption.CREATE_NEW);
    }

    /** Now, on the history's clock. */
    public long nowNanos() {
        return System.nanoTime() - startedNanos;
    }

    synchronized Invocation invoke(int process, Function function, List<Step> steps) {
        Invocation invocation = new Invocation(nextIndex++, process, function, nowNanos(), List.copyOf(steps));
        pending.put(invocation.index(), invocation);
        write(HistoryLine.invocation(invocation.index(), invocation.invokedNanos(), process, function, steps));
        return invocation;
    }

    synchronized void complete(Invocation invocation, Outcome outcome, List<Step> steps, String error) {
        Operation operation = invocation.completed(nowNanos(), outcome, steps);
        pending.remove(invocation.index());
        operations.add(operation);
        write(HistoryLine.completion(nextIndex++, operation, error));
        for (Step step : steps) {
            if (step instanceof Step.Sent one) {
                sent++;
                acknowledged += one.outcome() == Outcome.OK ? 1 : 0;
            }
        }
    }

    /** Notes what the nemesis did. */
    public synchronized void nemesis(String fault, String value) {
        write(HistoryLine.nemesis(nextIndex++, nowNanos(), fault, value));
    }

    private void write(String line) {
        try {
            file.write(line);
            file.write('\n');
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Number of writes acknowledged so far. */
    public synchronized long acknowledged() {
        return acknowledged;
    }

    /** Number of writes completed so far, in whatever way. */
    public synchronized long sent() {
        return sent;
    }

    /** The history with the last reads. What has not ended by now is in it too, and may take effect at any time. */
    public synchronized History finish(SortedMap<Integer, List<Seen>> finalReads) {
        long nowNanos = nowNanos();
        List<Operation> all = new ArrayList<>(operations);
        pending.values()
                .forEach(invocation -> all.add(invocation.completed(nowNanos, Outcome.INFO, invocation.steps())));
        return new History(all, finalReads);
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
