// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

/** The 32-bit MurmurHash2 by which Kafka's clients place keys: the same key goes to the same partition from both. */
final class Murmur2 {
    private static final int SEED = 0x9747b28c;
    private static final int M = 0x5bd1e995;
    private static final int R = 24;

    private Murmur2() {}

    static int hash(byte[] data) {
        int length = data.length;
        int h = SEED ^ length;
        int words = length / 4;
        for (int word = 0; word < words; word++) {
            int k = littleEndianInt(data, word * 4) * M;
            k ^= k >>> R;
            h = (h * M) ^ (k * M);
        }
        h = mixTail(h, data, words * 4);
        h ^= h >>> 13;
        h *= M;
        return h ^ (h >>> 15);
    }

    /** Partition of a key. */
    static int partition(byte[] key, int partitionCount) {
        return (hash(key) & Integer.MAX_VALUE) % partitionCount;
    }

    private static int mixTail(int hash, byte[] data, int from) {
        int h = hash;
        int rest = data.length - from;
        if (rest == 0) {
            return h;
        }
        for (int i = rest - 1; i >= 0; i--) {
            h ^= (data[from + i] & 0xff) << (8 * i);
        }
        return h * M;
    }

    private static int littleEndianInt(byte[] data, int at) {
        return (data[at] & 0xff)
                | ((data[at + 1] & 0xff) << 8)
                | ((data[at + 2] & 0xff) << 16)
                | ((data[at + 3] & 0xff) << 24);
    }
}
