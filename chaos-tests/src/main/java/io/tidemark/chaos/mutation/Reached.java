// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

/** How often guards decided otherwise than their mutants would. One thread. */
public final class Reached {
    private static final int NUMBERS = 128;
    private static final long[] COUNTS = new long[NUMBERS];

    private Reached() {}

    /** Called by guards that were rewritten; {@code different} is 1 or 0. */
    public static void note(int different, int number) {
        COUNTS[number] += different;
    }

    /** How often so far, by number. */
    public static long[] counts() {
        return COUNTS.clone();
    }
}
