// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * Hands out ids of fetches and proposals. A later replica over the same log, also in the same process, begins above what
 * an earlier one used, so that a late reply to that one answers nothing here.
 */
final class Numbering {
    private static final int IDS_PER_MS_BITS = 16;

    private long last;

    Numbering(long startMs) {
        last = startMs << IDS_PER_MS_BITS;
    }

    long next() {
        return ++last;
    }
}
