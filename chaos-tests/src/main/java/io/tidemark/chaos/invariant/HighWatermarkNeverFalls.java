// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.RunRecord;
import java.util.List;

/** In one life of a node the high watermark of a replica never falls. */
public final class HighWatermarkNeverFalls implements RunInvariant {
    /** Stateless. */
    public HighWatermarkNeverFalls() {}

    @Override
    public List<String> violations(RunRecord run) {
        return SamplePairs.where(
                run,
                "the high watermark fell",
                (before, after) ->
                        after.offsets().highWatermark() < before.offsets().highWatermark());
    }
}
