// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.RunRecord;
import java.util.List;

/** On no node does the leader epoch or the partition epoch of a partition ever fall. */
public final class EpochsNeverGoBack implements RunInvariant {
    /** Stateless. */
    public EpochsNeverGoBack() {}

    @Override
    public List<String> violations(RunRecord run) {
        return SamplePairs.where(
                run,
                "an epoch fell",
                (before, after) -> after.leaderEpoch() < before.leaderEpoch()
                        || (after.leaderEpoch() == before.leaderEpoch()
                                && after.partitionEpoch() < before.partitionEpoch()));
    }
}
