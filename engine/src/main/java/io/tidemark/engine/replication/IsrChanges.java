// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;

/** Decides when the leader proposes other in-sync replicas, and follows a proposal until metadata resolves it. */
final class IsrChanges {
    private final Leadership leadership;
    private final Numbering numbering;
    private long notBeforeMs = Long.MIN_VALUE;

    IsrChanges(Leadership leadership, Numbering numbering) {
        this.leadership = leadership;
        this.numbering = numbering;
    }

    /** A follower fetched: it may join now, caught up in time or not. */
    void onFollowerFetch(ReplicaProgress progress, long nowMs, Effects out) {
        if (mayPropose(nowMs) && mayJoin(progress)) {
            proposeJoin(List.of(progress.replica), nowMs, out);
        }
    }

    /** Time passed or metadata changed: retries, recovery, joins, lag. */
    void consider(long nowMs, Effects out) {
        IsrProposal pending = leadership.isr.pending();
        if (pending != null) {
            if (pending.isRetryDue(nowMs, leadership.config.proposalRetryMs())) {
                send(pending, nowMs, out);
            }
        } else if (isRecovering()) {
            if (nowMs >= notBeforeMs) {
                propose(List.of(leadership.config.brokerId()), List.of(), nowMs, out);
            }
        } else if (mayPropose(nowMs)) {
            considerMembers(nowMs, out);
        }
    }

    /** Metadata has a new partition epoch: nothing holds back the next proposal. */
    void onCommitted() {
        notBeforeMs = Long.MIN_VALUE;
    }

    /** The content of an answer is not used: the image says what happened (guard G28). */
    void onDecision(IsrDecision decision, long nowMs) {
        IsrProposal pending = leadership.isr.pending();
        if (pending == null || !pending.isAttempt(decision.proposalId())) {
            return;
        }
        pending.onAnswer(decision);
        if (decision.outcome() != IsrDecision.Outcome.REFUSED) {
            return;
        }
        if (pending.mayStillLand()) {
            pending.proposeCommitted(livesOf(leadership.isr.committed()));
        } else {
            leadership.isr.rollBack();
            notBeforeMs = nowMs + leadership.config.proposalRetryMs();
        }
    }

    private void considerMembers(long nowMs, Effects out) {
        List<Integer> joining = new ArrayList<>();
        for (ReplicaProgress progress : leadership.followers.all()) {
            if (mayJoin(progress) && isCaughtUp(progress, nowMs)) {
                joining.add(progress.replica);
            }
        }
        if (!joining.isEmpty()) {
            proposeJoin(joining, nowMs, out);
            return;
        }
        List<Integer> staying = new ArrayList<>();
        for (int replica : leadership.isr.committed()) {
            if (isInSync(replica, nowMs)) {
                staying.add(replica);
            }
        }
        if (staying.size() < leadership.isr.committed().size()) {
            propose(staying, List.of(), nowMs, out);
        }
    }

    private boolean mayPropose(long nowMs) {
        return !leadership.isr.isProposalOpen() && !isRecovering() && nowMs >= notBeforeMs;
    }

    /** Until metadata has confirmed a leader that was elected uncleanly, nobody joins or leaves (KIP-704). */
    private boolean isRecovering() {
        return leadership.assignment().recovering();
    }

    private boolean mayJoin(ReplicaProgress progress) {
        return !leadership.isr.isCommitted(progress.replica)
                && holdsAllCommitted(progress)
                && leadership.isEligible(progress);
    }

    /**
     * Whether the follower fetched in this epoch and holds all that may be committed. This leader's high watermark may be
     * below the true one, but its epoch start is not (guard G25).
     */
    private boolean holdsAllCommitted(ReplicaProgress progress) {
        long counted = progress.countedEndOffset(leadership.log.flushBeforeCount());
        return progress.isFetching()
                && counted >= leadership.epochStartOffset
                && counted >= leadership.log.highWatermark();
    }

    /** A member that is not known as a replica is out of sync; the leader itself never is. */
    private boolean isInSync(int replica, long nowMs) {
        if (replica == leadership.config.brokerId()) {
            return true;
        }
        ReplicaProgress progress = leadership.followers.of(replica);
        return progress != null && isCaughtUp(progress, nowMs);
    }

    private boolean isCaughtUp(ReplicaProgress progress, long nowMs) {
        return progress.isCaughtUp(leadership.log, leadership.config.lagMaxMs(), nowMs);
    }

    private void proposeJoin(List<Integer> joining, long nowMs, Effects out) {
        List<Integer> members = new ArrayList<>(leadership.isr.committed());
        members.addAll(joining);
        propose(members, List.copyOf(joining), nowMs, out);
    }

    private void propose(List<Integer> members, List<Integer> added, long nowMs, Effects out) {
        IsrProposal proposal = new IsrProposal(
                leadership.assignment().partitionEpoch(),
                livesOf(members),
                added,
                leadership.assignment().recovering());
        leadership.isr.propose(proposal);
        send(proposal, nowMs, out);
    }

    private void send(IsrProposal proposal, long nowMs, Effects out) {
        out.emit(proposal.attempt(numbering.next(), leadership.leaderEpoch, nowMs));
    }

    /** A follower in the life it fetched with; a member that did not fetch yet in its registered life. */
    private List<ReplicaLife> livesOf(List<Integer> members) {
        List<ReplicaLife> lives = new ArrayList<>(members.size());
        for (int member : members) {
            ReplicaProgress progress = leadership.followers.of(member);
            boolean isKnown = progress != null && progress.brokerEpoch() != ReplicaProgress.UNKNOWN;
            long brokerEpoch =
                    isKnown && progress != null ? progress.brokerEpoch() : leadership.registeredEpoch(member);
            lives.add(new ReplicaLife(member, brokerEpoch));
        }
        return List.copyOf(lives);
    }
}
