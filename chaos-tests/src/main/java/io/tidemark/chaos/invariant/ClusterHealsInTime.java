// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;

/** After a fault was undone all replicas are in sync again before long: a cluster that is safe but stuck is no good (L5, L7). */
public final class ClusterHealsInTime implements RunInvariant {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    /** Stateless. */
    public ClusterHealsInTime() {}

    @Override
    public List<String> violations(RunRecord run) {
        List<String> found = new ArrayList<>();
        for (FaultRecord fault : run.faults()) {
            if (fault.wholeNanos() < 0) {
                found.add("never whole again after " + fault.fault() + " of " + fault.targets());
            } else if (fault.wholeNanos() - fault.endNanos() > LIMIT_NANOS) {
                found.add("whole only " + (fault.wholeNanos() - fault.endNanos()) / 1_000_000 + " ms after "
                        + fault.fault() + " of " + fault.targets());
            }
        }
        return found;
    }

    @Override
    public boolean isAboutTime() {
        return true;
    }
}
