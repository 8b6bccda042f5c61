// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The last offset of each key, in bounded memory. Keys are told apart by half of their SHA-256, so that nobody can make two
 * that are taken for one. One thread.
 */
public final class KeyOffsets {
    private static final int ENTRY_BYTES = 3 * Long.BYTES;
    private static final int SLOTS_MIN = 16;
    private static final double FULL = 0.8;

    private final long[] slots;
    private final int slotCount;
    private final MessageDigest sha256;
    private int size;
    private long high;
    private long low;

    /** @param memoryBytes bound on its memory */
    public KeyOffsets(int memoryBytes) {
        slotCount = Math.max(SLOTS_MIN, memoryBytes / ENTRY_BYTES);
        slots = new long[slotCount * 3];
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether so many more keys fit. */
    public boolean hasRoomFor(int keys) {
        return size + keys <= slotCount * FULL;
    }

    /** Notes that a key's last record is at {@code offset}; offsets must rise. */
    public void put(ByteBuffer key, long offset) {
        int at = find(key);
        if (slots[at + 2] == 0) {
            if (!hasRoomFor(1)) {
                throw new IllegalStateException("no room for another key");
            }
            size++;
            slots[at] = high;
            slots[at + 1] = low;
        }
        slots[at + 2] = offset + 1;
    }

    /** The last offset of a key; -1 when it is not known. */
    public long lastOffset(ByteBuffer key) {
        return slots[find(key) + 2] - 1;
    }

    private int find(ByteBuffer key) {
        sha256.update(key.duplicate());
        ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
        high = digest.getLong();
        low = digest.getLong();
        int slot = (int) Long.remainderUnsigned(high ^ low, slotCount);
        while (slots[slot * 3 + 2] != 0 && (slots[slot * 3] != high || slots[slot * 3 + 1] != low)) {
            slot = slot + 1 == slotCount ? 0 : slot + 1;
        }
        return slot * 3;
    }
}
