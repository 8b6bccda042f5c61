// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Leader epochs of a log and where each begins (KIP-101, KIP-279). Strictly increasing in epoch and in offset. A plain
 * value owned by one thread. Epoch 0 is an epoch like any other.
 */
public final class EpochHistory {
    private static final int INITIAL_CAPACITY = 4;

    private int[] leaderEpochs = new int[INITIAL_CAPACITY];
    private long[] startOffsets = new long[INITIAL_CAPACITY];
    private int size;

    /** An empty history. */
    public EpochHistory() {}

    /**
     * Where a leader epoch begins.
     *
     * @param leaderEpoch the epoch
     * @param startOffset offset of its first record, or the log end when it has none yet
     */
    public record Start(int leaderEpoch, long startOffset) {}

    /**
     * Where a leader epoch ends.
     *
     * @param leaderEpoch the epoch that was found: the asked one, or the largest below it
     * @param endOffset offset after its last record
     */
    public record End(int leaderEpoch, long endOffset) {}

    /** Notes that {@code leaderEpoch} begins at {@code startOffset}; removes what that contradicts. */
    public void assign(int leaderEpoch, long startOffset) {
        while (size > 0 && (leaderEpochs[size - 1] >= leaderEpoch || startOffsets[size - 1] >= startOffset)) {
            size--;
        }
        if (size == leaderEpochs.length) {
            leaderEpochs = Arrays.copyOf(leaderEpochs, size * 2);
            startOffsets = Arrays.copyOf(startOffsets, size * 2);
        }
        leaderEpochs[size] = leaderEpoch;
        startOffsets[size] = startOffset;
        size++;
    }

    /** Forgets every epoch that begins at or above {@code endOffset}, also when the log ends there already (guard G7). */
    public void truncateFromEnd(long endOffset) {
        while (size > 0 && startOffsets[size - 1] >= endOffset) {
            size--;
        }
    }

    /** Forgets every epoch that ends at or below {@code logStartOffset}; the one that spans it now begins there. */
    public void truncateFromStart(long logStartOffset) {
        int floor = indexOfOffset(logStartOffset);
        if (floor < 0) {
            return;
        }
        size -= floor;
        System.arraycopy(leaderEpochs, floor, leaderEpochs, 0, size);
        System.arraycopy(startOffsets, floor, startOffsets, 0, size);
        startOffsets[0] = Math.max(startOffsets[0], logStartOffset);
    }

    /** Forgets everything: the log was dropped. */
    public void clear() {
        size = 0;
    }

    /**
     * The end of the largest epoch at or below {@code leaderEpoch}. Below the first known epoch: the asked epoch, ending
     * where the first begins. Null when the history is empty or {@code leaderEpoch} is above the latest.
     */
    public @Nullable End endOffsetFor(int leaderEpoch, long logEndOffset) {
        if (size == 0 || leaderEpoch > leaderEpochs[size - 1]) {
            return null;
        }
        if (leaderEpoch == leaderEpochs[size - 1]) {
            return new End(leaderEpoch, logEndOffset);
        }
        int floor = Arrays.binarySearch(leaderEpochs, 0, size, leaderEpoch);
        if (floor < 0) {
            floor = -floor - 2;
        }
        return floor < 0
                ? new End(leaderEpoch, startOffsets[0])
                : new End(leaderEpochs[floor], startOffsets[floor + 1]);
    }

    /** Whether the first known epoch is above that one: where the log was trimmed, nothing tells how far it reached. */
    boolean beginsAbove(int leaderEpoch) {
        return size > 0 && leaderEpochs[0] > leaderEpoch;
    }

    /** The latest epoch; empty only for an empty history. */
    public OptionalInt latest() {
        return size == 0 ? OptionalInt.empty() : OptionalInt.of(leaderEpochs[size - 1]);
    }

    /** Where the latest epoch begins; 0 for an empty history. */
    public long latestStartOffset() {
        return size == 0 ? 0 : startOffsets[size - 1];
    }

    /** Epoch of the record at {@code offset}; -1 when it is not known. */
    public int leaderEpochAt(long offset) {
        int floor = indexOfOffset(offset);
        return floor < 0 ? -1 : leaderEpochs[floor];
    }

    /** All epochs in order. */
    public List<Start> starts() {
        List<Start> starts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            starts.add(new Start(leaderEpochs[i], startOffsets[i]));
        }
        return List.copyOf(starts);
    }

    /** A history of its own with the same epochs. */
    public EpochHistory copy() {
        EpochHistory copy = new EpochHistory();
        copy.leaderEpochs = leaderEpochs.clone();
        copy.startOffsets = startOffsets.clone();
        copy.size = size;
        return copy;
    }

    private int indexOfOffset(long offset) {
        int found = Arrays.binarySearch(startOffsets, 0, size, offset);
        return found >= 0 ? found : -found - 2;
    }

    @Override
    public String toString() {
        return starts().toString();
    }
}
