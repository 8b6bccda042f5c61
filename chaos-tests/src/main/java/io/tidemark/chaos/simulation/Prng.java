// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.List;
import java.util.UUID;

/** The only source of chance: SplitMix64. Forks are independent of how much their origin is used. */
final class Prng {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long state;

    Prng(long seed) {
        this.seed = mix(seed);
        this.state = this.seed;
    }

    Prng fork(String label) {
        return new Prng(seed ^ mix(label.hashCode() * GOLDEN + 1));
    }

    long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** From 0 to {@code bound}, exclusive. */
    int below(int bound) {
        return (int) Long.remainderUnsigned(nextLong() >>> 1, bound);
    }

    /** Both ends included. */
    long between(long least, long most) {
        return least + Long.remainderUnsigned(nextLong() >>> 1, most - least + 1);
    }

    boolean chance(double probability) {
        return (nextLong() >>> 11) * 0x1.0p-53 < probability;
    }

    <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    UUID uuid() {
        return new UUID(nextLong(), nextLong());
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
