// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.RunRecord;
import java.util.List;

/** In one life of a node the first offset of a replica never falls (I14). */
public final class LogStartNeverFalls implements RunInvariant {
    /** Stateless. */
    public LogStartNeverFalls() {}

    @Override
    public List<String> violations(RunRecord run) {
        return SamplePairs.where(
                run,
                "the log start fell",
                (before, after) -> after.offsets().logStart() < before.offsets().logStart());
    }
}
