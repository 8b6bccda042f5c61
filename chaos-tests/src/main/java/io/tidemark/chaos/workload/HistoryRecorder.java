// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Collects a history from many threads. */
public final class HistoryRecorder {
    private final List<SendOperation> sends = new ArrayList<>();
    private final List<PollOperation> polls = new ArrayList<>();

    /** Starts empty. */
    public HistoryRecorder() {}

    /** Adds a write whose outcome is known, or never will be. */
    public synchronized void add(SendOperation send) {
        sends.add(send);
    }

    /** Adds a poll. */
    public synchronized void add(PollOperation poll) {
        polls.add(poll);
    }

    /** Number of writes acknowledged so far. */
    public synchronized long acknowledged() {
        return sends.stream()
                .filter(send -> send.outcome() == SendOperation.Outcome.OK)
                .count();
    }

    /** The history with the last reads. */
    public synchronized History finish(SortedMap<Integer, List<PollOperation.Seen>> finalReads) {
        return new History(List.copyOf(sends), List.copyOf(polls), finalReads);
    }
}
