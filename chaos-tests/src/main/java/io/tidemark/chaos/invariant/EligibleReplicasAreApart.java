// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Membership;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;

/** No replica is both in sync and an eligible leader replica, and while enough are in sync there is no such one (I10). */
public final class EligibleReplicasAreApart implements RunInvariant {
    /** Stateless. */
    public EligibleReplicasAreApart() {}

    @Override
    public List<String> violations(RunRecord run) {
        List<String> found = new ArrayList<>();
        for (Membership membership : run.rest().members()) {
            if (membership.elr().stream().anyMatch(membership.isr()::contains)) {
                found.add("in sync and eligible: " + membership);
            } else if (membership.isr().size() >= membership.minIsr()
                    && !membership.elr().isEmpty()) {
                found.add("eligible although enough are in sync: " + membership);
            }
        }
        return found;
    }
}
