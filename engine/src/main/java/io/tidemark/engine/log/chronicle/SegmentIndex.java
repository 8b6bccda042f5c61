// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.Arrays;

/**
 * Sparse index of one segment: where a batch stands, with the largest timestamp up to the next entry. The owner thread adds,
 * any thread may look up.
 *
 * <p>Between two entries lie at most some batches, or some bytes if those are large: few enough that walking over their
 * headers is cheap, so many that the index stays small beside the log.
 */
final class SegmentIndex {
    /** Nothing is gained by entries closer than this. */
    static final int INTERVAL_BYTES = 8 << 10;
    /** A header of a large batch lies on a page of its own, which may have to come from the disk. */
    private static final int INTERVAL_MAX_BYTES = 512 << 10;

    private static final int INTERVAL_BATCHES = 16;

    private volatile Entries entries = new Entries();
    private volatile int size;
    private int batchesSinceEntry;

    /** Notes a batch in order of offset. */
    void add(long baseOffset, long position, long maxTimestampMs) {
        int last = size - 1;
        if (last < 0) {
            addEntry(baseOffset, position, maxTimestampMs);
            return;
        }
        Entries now = entries;
        long newestMs = Math.max(now.get(last, Entries.NEWEST_MS), maxTimestampMs);
        long distanceBytes = position - now.get(last, Entries.POSITION);
        batchesSinceEntry++;
        boolean due = distanceBytes >= INTERVAL_BYTES && batchesSinceEntry >= INTERVAL_BATCHES;
        if (due || distanceBytes >= INTERVAL_MAX_BYTES) {
            addEntry(baseOffset, position, newestMs);
        } else {
            now.set(last, Entries.NEWEST_MS, newestMs);
        }
    }

    /** Restores an entry as it was saved. */
    void addEntry(long baseOffset, long position, long newestMs) {
        int at = size;
        Entries now = entries;
        if (at == now.capacity()) {
            now = now.grown();
            entries = now;
        }
        now.set(at, Entries.OFFSET, baseOffset);
        now.set(at, Entries.POSITION, position);
        now.set(at, Entries.NEWEST_MS, newestMs);
        batchesSinceEntry = 0;
        size = at + 1;
    }

    int size() {
        return size;
    }

    long offset(int entry) {
        return entries.get(entry, Entries.OFFSET);
    }

    long position(int entry) {
        return entries.get(entry, Entries.POSITION);
    }

    long newestMs(int entry) {
        return entries.get(entry, Entries.NEWEST_MS);
    }

    /** The last entry at or below an offset; 0 when all lie above; -1 when there is none. */
    int floor(long offset) {
        int count = size;
        return count == 0 ? -1 : Math.max(0, entries.firstAbove(count, Entries.OFFSET, offset) - 1);
    }

    /** The first entry whose stretch, or one before it, has a timestamp at or after the given one; -1 for none. */
    int firstNotOlder(long timestampMs) {
        int count = size;
        int found = timestampMs == Long.MIN_VALUE ? 0 : entries.firstAbove(count, Entries.NEWEST_MS, timestampMs - 1);
        return found < count ? found : -1;
    }

    /** Entries in chunks, so that nothing is copied but while there are few. */
    private static final class Entries {
        static final int OFFSET = 0;
        static final int POSITION = 1;
        static final int NEWEST_MS = 2;

        private static final int FIELDS = 3;
        private static final int FIRST_ENTRIES = 8;
        private static final int CHUNK_SHIFT = 9;
        private static final int CHUNK_ENTRIES = 1 << CHUNK_SHIFT;

        private final long[][] chunks;

        Entries() {
            this(new long[][] {new long[FIRST_ENTRIES * FIELDS]});
        }

        private Entries(long[][] chunks) {
            this.chunks = chunks;
        }

        long get(int entry, int field) {
            return chunks[entry >>> CHUNK_SHIFT][(entry & (CHUNK_ENTRIES - 1)) * FIELDS + field];
        }

        void set(int entry, int field, long value) {
            chunks[entry >>> CHUNK_SHIFT][(entry & (CHUNK_ENTRIES - 1)) * FIELDS + field] = value;
        }

        int capacity() {
            int last = chunks.length - 1;
            return (last << CHUNK_SHIFT) + chunks[last].length / FIELDS;
        }

        Entries grown() {
            long[] last = chunks[chunks.length - 1];
            boolean full = last.length == CHUNK_ENTRIES * FIELDS;
            long[][] more = Arrays.copyOf(chunks, full ? chunks.length + 1 : chunks.length);
            more[more.length - 1] = full ? new long[CHUNK_ENTRIES * FIELDS] : Arrays.copyOf(last, last.length * 2);
            return new Entries(more);
        }

        /** The first of {@code count} entries whose field, which rises, is above a value; the count when none is. */
        int firstAbove(int count, int field, long value) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (get(middle, field) <= value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
