// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.PartitionHost;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import org.jspecify.annotations.Nullable;

/**
 * What a round did to one replica.
 *
 * @param before the replica before; null in its first round
 * @param metadata the partition as the metadata log has it now
 */
record ReplicaStep(
        Stage stage,
        int broker,
        PartitionHost host,
        PartitionLog log,
        @Nullable ReplicaState before,
        ReplicaState now,
        Truth truth,
        PartitionImage metadata) {

    PartitionKey key() {
        return host.key();
    }

    boolean isLeader() {
        return now.role() == ReplicaState.Role.LEADER;
    }

    /** Whether it began to lead in this round. */
    boolean beganToLead() {
        ReplicaState earlier = before;
        return isLeader()
                && (earlier == null
                        || earlier.role() != ReplicaState.Role.LEADER
                        || earlier.leaderEpoch() != now.leaderEpoch());
    }

    /** Whether it led in an epoch that began after the round before and is over: one round may see several images. */
    boolean ledMeanwhile() {
        int knownEpoch = before == null ? -1 : before.leaderEpoch();
        for (long index = stage.quorum().image().index(); index >= 0; index--) {
            PartitionImage then = stage.quorum().imageAt(index).partition(key());
            if (then == null || then.leaderEpoch() <= knownEpoch) {
                return false;
            }
            if (then.leader() == broker && then.leaderEpoch() <= now.leaderEpoch()) {
                return true;
            }
        }
        return false;
    }

    /** Whether what it did in this round may belong to a line that a recorded unclean election has given up. */
    boolean isGivenUp() {
        ReplicaState earlier = before;
        return now.leaderEpoch() < truth.lossEpoch()
                || (earlier != null && !isLeader() && earlier.leaderEpoch() < truth.lossEpoch());
    }

    /** Whether an unclean election was recorded whose loss is not accounted for yet. */
    boolean mayHaveLost() {
        return metadata.lastUncleanLeaderEpoch() > truth.lossEpoch();
    }

    @Override
    public String toString() {
        return "broker " + broker + " " + host.label() + " " + before + " -> " + now + ", metadata " + metadata
                + ", committed to " + truth.highWatermark();
    }
}
