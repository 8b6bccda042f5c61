// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaError;
import java.util.List;

/** Takes the outcome of a consumer's or a follower's fetch. */
public interface ReadReply extends Reply {
    /**
     * What was read.
     *
     * @param limits the fetch as it was served
     * @param slice the batches; the receiver closes it
     */
    void served(Effect.ServeFetch limits, LogSlice slice);

    /** The consumer should read from the replica near it; told only to a fetch that names near replicas. */
    default void redirected(Effect.RedirectRead answer) {
        throw new IllegalStateException("redirected to broker " + answer.replica() + " without having asked for it");
    }

    /**
     * The fetch lies outside the log, or in it but the logs part below the log start.
     *
     * @param producers for a follower, which may begin anew: those that wrote below where it does
     */
    default void outOfRange(Effect.AnswerOutOfRange answer, List<ProducerStates.Snapshot> producers) {
        rejected(new Rejection(
                ReplicaError.OFFSET_OUT_OF_RANGE,
                false,
                -1,
                answer.leaderEpoch(),
                answer.logStartOffset(),
                answer.logEndOffset()));
    }

    /** The follower's log parts from the leader's; never told to a consumer. */
    void diverging(Effect.AnswerDiverging answer);
}
