// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.remote.QuorumMember;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Which of those that found a quorum stands for election before the others do, so that the first leader is not waited for longer
 * than need be. Only a matter of time: whoever stands, the votes decide, and if it does not come the others stand soon after.
 */
final class FirstCandidate {
    /** Long enough for an answer over connections that are new; the time is also that for which votes are waited for. */
    static final int TIMEOUT_MIN_MS = 150;

    static final int TIMEOUT_MAX_MS = 250;

    private static final long WAIT_MS = 1_000;
    private static final long LOOK_MS = 10;

    private FirstCandidate() {}

    /** The one with the lowest id. */
    static boolean is(VoterAddress self, List<QuorumMember> founders) {
        return founders.size() > 1 && founders.stream().noneMatch(other -> other.nodeId() < self.nodeId());
    }

    /** Waits a little for the others to listen: a vote that is asked for too early is not asked for again soon. */
    static void awaitOthers(VoterAddress self, List<QuorumMember> founders) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MS);
        for (QuorumMember other : founders) {
            while (other.nodeId() != self.nodeId()
                    && ProcessProbe.isRefused(other.address().raft())
                    && System.nanoTime() - deadlineNanos < 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
            }
        }
    }
}
