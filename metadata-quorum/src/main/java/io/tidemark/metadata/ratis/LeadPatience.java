// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import org.jspecify.annotations.Nullable;

/**
 * Says when a leader that has something to do and gets nowhere should give up the lead. Ratis never learns that a follower
 * holds an entry when the acknowledgement was lost with the connection: its heartbeats say nothing about the log. The next
 * entry would tell, but a leader whose first entry is the one in question takes no other, and so it leads and is never
 * ready. A new term begins with a new entry. Patience doubles each time, for what takes long must get its time, a snapshot
 * on its way to a voter for example. Used by one thread.
 */
final class LeadPatience {
    private static final int DOUBLINGS_MAX = 5;

    private final long patienceMs;
    private @Nullable LeadProgress seen;
    private long movedMs;
    private int doublings;

    LeadPatience(long patienceMs) {
        this.patienceMs = patienceMs;
    }

    /**
     * Whether the leadership should be given up now.
     *
     * @param progress how far the leader is; null when this node does not lead
     * @param waiting whether the leader waits for something: to be ready, or for an entry to be committed
     * @param nowMs monotonic time
     */
    boolean isOver(@Nullable LeadProgress progress, boolean waiting, long nowMs) {
        if (progress == null) {
            seen = null;
            return false;
        }
        if (!waiting) {
            doublings = 0;
        }
        if (!waiting || !progress.equals(seen)) {
            seen = progress;
            movedMs = nowMs;
            return false;
        }
        if (nowMs - movedMs < patienceMs << doublings) {
            return false;
        }
        doublings = Math.min(doublings + 1, DOUBLINGS_MAX);
        movedMs = nowMs;
        return true;
    }
}
