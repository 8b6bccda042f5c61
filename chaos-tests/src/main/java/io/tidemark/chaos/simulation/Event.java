// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import org.jspecify.annotations.Nullable;

/** Something that happens at a time, to a process or to the world. Ordered by time, then by when it was planned. */
final class Event implements Comparable<Event> {
    final long atMicros;
    final long number;
    final @Nullable SimProcess process;
    final int kind;
    final Runnable action;

    Event(long atMicros, long number, @Nullable SimProcess process, int kind, Runnable action) {
        this.atMicros = atMicros;
        this.number = number;
        this.process = process;
        this.kind = kind;
        this.action = action;
    }

    @Override
    public int compareTo(Event other) {
        int byTime = Long.compare(atMicros, other.atMicros);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
}
