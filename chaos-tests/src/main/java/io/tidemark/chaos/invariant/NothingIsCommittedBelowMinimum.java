// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import java.util.List;

/**
 * While a partition has fewer replicas in sync than it needs, its leader's high watermark rests (I11): those that left then
 * hold all that is committed. Told of two samples between which nothing of the partition changed, for each change raises the
 * partition epoch; what happened between others nobody saw.
 */
public final class NothingIsCommittedBelowMinimum implements RunInvariant {
    /** Stateless. */
    public NothingIsCommittedBelowMinimum() {}

    @Override
    public List<String> violations(RunRecord run) {
        return SamplePairs.where(
                run,
                "the high watermark moved with too few replicas in sync",
                (before, after) -> isShort(before)
                        && isShort(after)
                        && before.leaderEpoch() == after.leaderEpoch()
                        && before.partitionEpoch() == after.partitionEpoch()
                        && after.offsets().highWatermark() > before.offsets().highWatermark());
    }

    private static boolean isShort(PartitionSample sample) {
        return sample.isLeader() && sample.isr().size() < sample.minIsr();
    }
}
