// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/** Checks that are always on. A failed one takes its partition offline, not the broker. */
final class Invariants {
    private Invariants() {}

    static void check(boolean holds, String rule) {
        if (!holds) {
            throw new BrokenInvariantException(rule);
        }
    }

    static void checkAtMost(long lower, long upper, String rule) {
        if (lower > upper) {
            throw new BrokenInvariantException(rule + ": " + lower + " > " + upper);
        }
    }

    /** Says which rule does not hold. */
    static final class BrokenInvariantException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        BrokenInvariantException(String rule) {
            super("broken invariant: " + rule);
        }
    }
}
