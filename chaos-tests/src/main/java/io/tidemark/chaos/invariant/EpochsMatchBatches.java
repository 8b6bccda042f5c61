// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.StoredBatch;
import java.util.ArrayList;
import java.util.List;

/** In each log offsets are dense, leader epochs never fall, and the epoch history says where each of them begins. */
public final class EpochsMatchBatches implements RunInvariant {
    /** Stateless. */
    public EpochsMatchBatches() {}

    @Override
    public List<String> violations(RunRecord run) {
        List<String> found = new ArrayList<>();
        run.rest().logs().forEach(log -> check(log, found));
        return found;
    }

    private static void check(ReplicaLog log, List<String> found) {
        String where = "node " + log.nodeId() + " " + log.topic() + "-" + log.partition() + ": ";
        int leaderEpoch = -1;
        long endOffset = -1;
        for (StoredBatch batch : log.batches()) {
            if (endOffset >= 0 && batch.baseOffset() != endOffset) {
                found.add(where + "a gap before " + batch + ", expected offset " + endOffset);
            }
            if (batch.leaderEpoch() < leaderEpoch) {
                found.add(where + "leader epoch " + leaderEpoch + " before " + batch);
            }
            Long start = log.epochs().get(batch.leaderEpoch());
            boolean isFirst = batch.leaderEpoch() != leaderEpoch;
            boolean beginsInTrimmed = start != null && isFirst && endOffset < 0 && start <= batch.baseOffset();
            if (isFirst && !beginsInTrimmed && (start == null || start != batch.baseOffset())) {
                found.add(where + "the epoch history lets " + batch.leaderEpoch() + " begin at " + start + ", not at "
                        + batch.baseOffset());
            }
            leaderEpoch = batch.leaderEpoch();
            endOffset = batch.endOffset();
        }
    }
}
