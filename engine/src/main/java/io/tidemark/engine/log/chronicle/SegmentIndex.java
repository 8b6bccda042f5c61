// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.Arrays;

/**
 * Sparse index of one segment: where a batch stands, about every 8 KiB, with the largest timestamp up to the next
 * entry. The owner thread adds, any thread may look up.
 */
final class SegmentIndex {
    static final int INTERVAL_BYTES = 8 << 10;

    private static final int INITIAL_ENTRIES = 8;

    private volatile Entries entries = new Entries(INITIAL_ENTRIES);
    private volatile int size;

    /** Notes a batch in order of offset. */
    void add(long baseOffset, long position, long maxTimestampMs) {
        int last = size - 1;
        Entries now = entries;
        if (last >= 0) {
            long newestMs = Math.max(now.newestMs[last], maxTimestampMs);
            if (position - now.positions[last] < INTERVAL_BYTES) {
                now.newestMs[last] = newestMs;
                return;
            }
            addEntry(baseOffset, position, newestMs);
        } else {
            addEntry(baseOffset, position, maxTimestampMs);
        }
    }

    /** Restores an entry as it was saved. */
    void addEntry(long baseOffset, long position, long newestMs) {
        Entries now = entries;
        int at = size;
        if (at == now.offsets.length) {
            now = now.grown();
            entries = now;
        }
        now.offsets[at] = baseOffset;
        now.positions[at] = position;
        now.newestMs[at] = newestMs;
        size = at + 1;
    }

    int size() {
        return size;
    }

    long offset(int entry) {
        return entries.offsets[entry];
    }

    long position(int entry) {
        return entries.positions[entry];
    }

    long newestMs(int entry) {
        return entries.newestMs[entry];
    }

    /** The last entry at or below an offset; 0 when all lie above; -1 when there is none. */
    int floor(long offset) {
        int count = size;
        int found = Arrays.binarySearch(entries.offsets, 0, count, offset);
        return found >= 0 ? found : Math.max(-found - 2, count == 0 ? -1 : 0);
    }

    /** The first entry whose stretch, or one before it, has a timestamp at or after the given one; -1 for none. */
    int firstNotOlder(long timestampMs) {
        int count = size;
        long[] newestMs = entries.newestMs;
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (newestMs[middle] < timestampMs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count ? low : -1;
    }

    private static final class Entries {
        private final long[] offsets;
        private final long[] positions;
        private final long[] newestMs;

        Entries(int capacity) {
            this(new long[capacity], new long[capacity], new long[capacity]);
        }

        private Entries(long[] offsets, long[] positions, long[] newestMs) {
            this.offsets = offsets;
            this.positions = positions;
            this.newestMs = newestMs;
        }

        Entries grown() {
            int capacity = offsets.length * 2;
            return new Entries(
                    Arrays.copyOf(offsets, capacity),
                    Arrays.copyOf(positions, capacity),
                    Arrays.copyOf(newestMs, capacity));
        }
    }
}
