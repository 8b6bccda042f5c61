// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ReplicaError;

/**
 * Why a request was not carried out.
 *
 * @param appended for a write: whether the batch is in the log although it is answered with an error
 * @param leader broker id of the leader as the replica knows it; -1 when it knows none
 * @param leaderEpoch leader epoch as the replica knows it; -1 when it knows none
 * @param logStartOffset first offset of the replica's log; -1 when there is no replica
 * @param logEndOffset end of the replica's log; -1 when there is no replica
 */
public record Rejection(
        ReplicaError error, boolean appended, int leader, int leaderEpoch, long logStartOffset, long logEndOffset) {

    static Rejection of(Effect.RejectRequest effect) {
        return new Rejection(
                effect.error(),
                effect.appended(),
                effect.leader(),
                effect.leaderEpoch(),
                effect.logStartOffset(),
                effect.logEndOffset());
    }

    /** This node holds no replica that could answer. */
    static Rejection withoutReplica(ReplicaError error) {
        return new Rejection(error, false, -1, -1, -1, -1);
    }
}
