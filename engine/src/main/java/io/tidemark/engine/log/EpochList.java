// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.util.ArrayList;
import java.util.List;

/**
 * The leader epochs of one log, strictly increasing in epoch and in start offset. One thread changes it; any thread may
 * read {@link #entries()}, an immutable value.
 */
public final class EpochList {
    private volatile List<EpochStart> entries = List.of();

    /** The epochs, oldest first. */
    public List<EpochStart> entries() {
        return entries;
    }

    /** The newest epoch; -1 when there is none. */
    public int lastEpoch() {
        List<EpochStart> now = entries;
        return now.isEmpty() ? -1 : now.get(now.size() - 1).leaderEpoch();
    }

    /**
     * Notes that {@code leaderEpoch} begins at {@code startOffset}; entries that begin at or above it held no record
     * and go.
     *
     * @return whether it was new; an epoch not above the last one changes nothing
     */
    public boolean assign(int leaderEpoch, long startOffset) {
        if (leaderEpoch <= lastEpoch()) {
            return false;
        }
        List<EpochStart> next = below(startOffset);
        next.add(new EpochStart(leaderEpoch, startOffset));
        entries = List.copyOf(next);
        return true;
    }

    /** The newest epoch that begins below an offset; -1 when there is none. */
    public int lastEpochBelow(long offset) {
        int found = -1;
        for (EpochStart entry : entries) {
            if (entry.startOffset() < offset) {
                found = entry.leaderEpoch();
            }
        }
        return found;
    }

    /** Forgets epochs that begin at or above {@code endOffset}, also when that is the log end (KIP-101). */
    public boolean truncateFromEnd(long endOffset) {
        List<EpochStart> next = below(endOffset);
        if (next.size() == entries.size()) {
            return false;
        }
        entries = List.copyOf(next);
        return true;
    }

    /** Forgets epochs that end at or below {@code startOffset}; the one that holds it begins there from now on. */
    public void truncateFromStart(long startOffset) {
        List<EpochStart> next = new ArrayList<>();
        for (EpochStart entry : entries) {
            if (entry.startOffset() <= startOffset) {
                next.clear();
                next.add(new EpochStart(entry.leaderEpoch(), startOffset));
            } else {
                next.add(entry);
            }
        }
        entries = List.copyOf(next);
    }

    /** Forgets everything. */
    public void clear() {
        entries = List.of();
    }

    private List<EpochStart> below(long offset) {
        List<EpochStart> kept = new ArrayList<>(entries);
        kept.removeIf(entry -> entry.startOffset() >= offset);
        return kept;
    }
}
