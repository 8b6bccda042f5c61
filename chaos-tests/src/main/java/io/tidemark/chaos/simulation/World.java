// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Virtual time, what is planned, and what happened so far as a hash. */
final class World {
    /** Kinds of events, for the trace. */
    static final int TICK = 1;

    static final int MESSAGE = 2;
    static final int TASK = 3;
    static final int ROUND = 4;
    static final int CLIENT = 5;
    static final int QUORUM = 6;
    static final int FAULT = 7;

    private static final long HASH_PRIME = 0x100000001B3L;
    private static final int LINES_KEPT = 400;

    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private final SortedMap<String, Long> coverage = new TreeMap<>();
    private final java.util.ArrayDeque<String> lines = new java.util.ArrayDeque<>();
    private final Prng prng;
    private final boolean verbose;
    private long nowMicros;
    private long planned;
    private long steps;
    private long hash = 0xCBF29CE484222325L;
    private @Nullable Violation violation;

    World(Prng prng, boolean verbose) {
        this.prng = prng;
        this.verbose = verbose;
    }

    Prng prng() {
        return prng;
    }

    long nowMicros() {
        return nowMicros;
    }

    long nowMs() {
        return nowMicros / 1000;
    }

    long steps() {
        return steps;
    }

    long hash() {
        return hash;
    }

    SortedMap<String, Long> coverage() {
        return coverage;
    }

    /** Something worth reaching was reached. */
    void reached(String what) {
        coverage.merge(what, 1L, Long::sum);
    }

    /** Remembers a line of what happened, for the report of a violation. */
    void say(String line) {
        if (verbose) {
            if (lines.size() >= LINES_KEPT) {
                lines.removeFirst();
            }
            lines.addLast(nowMicros / 1000 + "." + String.format("%03d", nowMicros % 1000) + " " + line);
        }
    }

    boolean isVerbose() {
        return verbose;
    }

    java.util.List<String> lines() {
        return java.util.List.copyOf(lines);
    }

    /** Mixes a value into the trace. */
    void trace(long value) {
        hash = (hash ^ value) * HASH_PRIME;
        hash ^= hash >>> 29;
    }

    /** Ends the run: the invariant does not hold. */
    void violated(String invariant, String detail) {
        if (violation == null) {
            violation = new Violation(invariant, detail, nowMs(), steps);
            say("VIOLATION of " + invariant + ": " + detail);
        }
    }

    @Nullable
    Violation violation() {
        return violation;
    }

    void after(long delayMicros, @Nullable SimProcess process, int kind, Runnable action) {
        queue.add(new Event(nowMicros + delayMicros, planned++, process, kind, action));
    }

    /** Lets everything happen that is planned before the time, or until an invariant is broken. */
    void runUntil(long untilMicros) {
        while (violation == null) {
            Event next = queue.peek();
            if (next == null || next.atMicros > untilMicros) {
                nowMicros = Math.max(nowMicros, untilMicros);
                return;
            }
            queue.poll();
            nowMicros = next.atMicros;
            happen(next);
        }
    }

    private void happen(Event event) {
        SimProcess process = event.process;
        if (process != null && !process.isAlive()) {
            return;
        }
        if (process != null && process.isPaused()) {
            process.hold(event);
            return;
        }
        steps++;
        trace(event.atMicros * 31 + event.kind * 7L + (process == null ? -1 : process.node()));
        event.action.run();
        if (process != null && process.isAlive()) {
            process.afterEvent();
        }
    }
}
