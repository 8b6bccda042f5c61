// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;

/** A property that every run of a correct cluster has. */
public interface RunInvariant {
    /** Each way in which the run breaks the property, one line; empty when it holds. */
    List<String> violations(RunRecord run);

    /** All that a run must have. */
    static List<RunInvariant> all() {
        List<RunInvariant> all = new ArrayList<>(HistoryInvariant.all());
        all.addAll(List.of(
                new AcknowledgedOnEveryReplica(),
                new ReplicasAreEqual(),
                new EpochsMatchBatches(),
                new SequencesAreContiguous(),
                new RefusedRecordsAreInNoLog(),
                new TimesFindTheFirstRecord(),
                new OneLeaderPerEpoch(),
                new EpochsNeverGoBack(),
                new OffsetsStayOrdered(),
                new HighWatermarkNeverFalls(),
                new LeaderHoldsTheAcknowledged(),
                new InSyncReplicasHoldTheCommitted(),
                new LogStartNeverFalls(),
                new NothingIsCommittedBelowMinimum(),
                new EligibleReplicasAreApart(),
                new ClusterHealsInTime(),
                new WholeClusterAnswersInTime(),
                new WholeClusterTakesWrites(),
                new LossStaysInBudget()));
        return List.copyOf(all);
    }

    /** Whether it speaks of how long things take, of which a machine that stalls proves nothing. */
    default boolean isAboutTime() {
        return false;
    }

    /** Its name in reports. */
    default String name() {
        return getClass().getSimpleName();
    }
}
