// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.RunRecord;
import java.util.List;

/** A property that what clients saw of a correct cluster has. */
public interface HistoryInvariant extends RunInvariant {
    /** Each way in which the history breaks the property, one line; empty when it holds. */
    List<String> violations(History history);

    @Override
    default List<String> violations(RunRecord run) {
        return violations(run.history());
    }

    /** All of them. */
    static List<HistoryInvariant> all() {
        return List.of(
                new OffsetsAreStable(),
                new EachRecordOnce(),
                new NoLostWrites(),
                new NothingStaysUnseen(),
                new AcknowledgedRecordsSurvive(),
                new RefusedRecordsNeverAppear(),
                new NothingAppearsFromNowhere(),
                new NoOperationReadsItsOwnWrite(),
                new NoSkipInsideAPoll(),
                new NoStepBackInsideAPoll(),
                new NoSkipBetweenPolls(),
                new NoStepBackBetweenPolls(),
                new SendsKeepOrderInside(),
                new SendsKeepOrder(),
                new InformationFlowsForward(),
                new OffsetsFollowRealTime(),
                new ListedOffsetsAreRecent(),
                new RegistersAreLinearizable(),
                new OwnersAreUnique(),
                new CommitsOfOldGenerationsAreRefused(),
                new CommittedOffsetsAreRecent(),
                new CommittedOffsetsSkipNothing());
    }
}
