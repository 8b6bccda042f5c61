// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/** Leader epochs of a log and where each begins (KIP-101, KIP-279). A plain value owned by one thread. */
public final class EpochHistory {
    /** An empty history. */
    public EpochHistory() {}

    /** Notes that {@code leaderEpoch} begins at {@code startOffset}; removes what that contradicts. */
    public void assign(int leaderEpoch, long startOffset) {}
}
