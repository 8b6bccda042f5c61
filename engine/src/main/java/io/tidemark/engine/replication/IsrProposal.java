// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of the in-sync replicas that was proposed and not resolved. Each time it is sent counts as an attempt with an
 * id of its own; an attempt without a definite answer may be carried out at any later time.
 */
final class IsrProposal {
    private final int partitionEpoch;
    private final boolean recovered;
    /** Replicas it adds; they count for the high watermark from the start (guard G13). */
    private final List<Integer> added;

    private final List<Long> openAttempts = new ArrayList<>(2);
    private List<ReplicaLife> members;
    private boolean awaitsImage;
    private boolean isAnswered;
    private long lastSentMs;

    IsrProposal(int partitionEpoch, List<ReplicaLife> members, List<Integer> added, boolean recovered) {
        this.partitionEpoch = partitionEpoch;
        this.members = members;
        this.added = added;
        this.recovered = recovered;
    }

    List<Integer> added() {
        return added;
    }

    Effect.ProposeIsr attempt(long proposalId, int leaderEpoch, long nowMs) {
        openAttempts.add(proposalId);
        isAnswered = false;
        lastSentMs = nowMs;
        return new Effect.ProposeIsr(proposalId, leaderEpoch, partitionEpoch, members, recovered);
    }

    boolean isAttempt(long proposalId) {
        return openAttempts.contains(proposalId);
    }

    /** Takes the answer to an attempt; after an unknown outcome it stays open. */
    void onAnswer(IsrDecision decision) {
        isAnswered = true;
        switch (decision.outcome()) {
            case ACCEPTED, OUTDATED -> awaitsImage = true;
            case REFUSED -> openAttempts.remove(decision.proposalId());
            case UNKNOWN -> {}
        }
    }

    /** Whether an attempt may still be carried out (guard G48). */
    boolean mayStillLand() {
        return awaitsImage || !openAttempts.isEmpty();
    }

    /** From now on asks for the committed members, only to be answered by a new partition epoch. */
    void proposeCommitted(List<ReplicaLife> committed) {
        members = committed;
    }

    /** Whether the next attempt is due: the last one was answered without effect a while ago. */
    boolean isRetryDue(long nowMs, long retryMs) {
        return isAnswered && !awaitsImage && nowMs - lastSentMs >= retryMs;
    }
}
