// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.List;

/** A property that every history of a correct cluster has. */
public interface HistoryInvariant {
    /** Each way in which the history breaks the property, one line; empty when it holds. */
    List<String> violations(History history);

    /** All of them. */
    static List<HistoryInvariant> all() {
        return List.of(
                new AcknowledgedRecordsSurvive(),
                new EachRecordOnce(),
                new OffsetsAreStable(),
                new RefusedRecordsNeverAppear(),
                new NothingAppearsFromNowhere(),
                new OffsetsFollowRealTime(),
                new PollsNeitherSkipNorGoBack());
    }
}
