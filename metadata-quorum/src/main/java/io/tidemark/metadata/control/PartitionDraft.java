// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import java.util.List;

/**
 * A partition while one command is decided. However many steps the command takes, the result is one change: the
 * partition epoch grows by one, and the leader epoch by one if leadership moved.
 */
final class PartitionDraft {
    final PartitionImage before;
    List<Integer> replicas;
    List<Integer> adding;
    List<Integer> removing;
    List<Integer> isr;
    List<Integer> elr;
    List<Integer> lastKnownElr;
    int leader;
    int minIsr;
    RecoveryState recovery;
    long throttleBytesPerS;
    /** A replica that must not be elected by this command; {@link PartitionImage#NO_LEADER} for none. */
    int barred = PartitionImage.NO_LEADER;

    private boolean uncleanElection;
    private boolean bumpLeaderEpoch;
    private boolean bumpPartitionEpoch;

    PartitionDraft(PartitionImage before) {
        this.before = before;
        this.replicas = before.replicas();
        this.adding = before.adding();
        this.removing = before.removing();
        this.isr = before.isr();
        this.elr = before.elr();
        this.lastKnownElr = before.lastKnownElr();
        this.leader = before.leader();
        this.minIsr = before.minIsr();
        this.recovery = before.recovery();
        this.throttleBytesPerS = before.throttleBytesPerS();
    }

    boolean hasLeader() {
        return leader != PartitionImage.NO_LEADER;
    }

    /** Makes the result differ even if nothing else does. */
    void bumpPartitionEpoch() {
        bumpPartitionEpoch = true;
    }

    /** Fences everyone who acts in the present leader epoch, also when the leader stays. */
    void bumpLeaderEpoch() {
        bumpLeaderEpoch = true;
    }

    /** Makes the broker the only member, accepting that records may be lost (KIP-704). */
    void electUncleanly(int brokerId) {
        leader = brokerId;
        isr = List.of(brokerId);
        elr = List.of();
        lastKnownElr = List.of();
        recovery = RecoveryState.RECOVERING;
        uncleanElection = true;
    }

    PartitionImage result() {
        boolean newLeadership = leader != before.leader() || bumpLeaderEpoch || uncleanElection;
        int leaderEpoch = before.leaderEpoch() + (newLeadership ? 1 : 0);
        PartitionImage unnumbered = image(leaderEpoch, before.partitionEpoch());
        return bumpPartitionEpoch || !unnumbered.equals(before)
                ? image(leaderEpoch, before.partitionEpoch() + 1)
                : before;
    }

    private PartitionImage image(int leaderEpoch, int partitionEpoch) {
        return new PartitionImage(
                replicas,
                adding,
                removing,
                isr,
                elr,
                lastKnownElr,
                leader,
                leaderEpoch,
                partitionEpoch,
                minIsr,
                recovery,
                uncleanElection ? leaderEpoch : before.lastUncleanLeaderEpoch(),
                throttleBytesPerS);
    }
}
