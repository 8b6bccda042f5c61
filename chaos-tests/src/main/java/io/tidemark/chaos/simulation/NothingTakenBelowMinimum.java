// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** A leader whose in-sync replicas are below the minimum takes no write that asks for all of them. */
final class NothingTakenBelowMinimum implements Invariant {
    @Override
    public String name() {
        return "G9 nothing is written that asks for more replicas than there are";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        ReplicaState before = step.before();
        boolean isBelow = before != null
                && step.isLeader()
                && !step.beganToLead()
                && before.partitionEpoch() == step.now().partitionEpoch()
                && step.now().committedIsr().size() < step.now().minIsr();
        if (before == null || !isBelow || step.now().logEndOffset() == before.logEndOffset()) {
            return null;
        }
        long[] taken = {-1};
        try {
            step.log().scan(before.logEndOffset(), batch -> {
                if (Writes.asksForAll(RecordBatch.producerId(batch))) {
                    taken[0] = RecordBatch.baseOffset(batch);
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return taken[0] < 0 ? null : "offset " + taken[0] + ": " + step;
    }
}
