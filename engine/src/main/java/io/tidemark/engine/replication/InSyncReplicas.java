// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The in-sync replicas as a leader counts them: committed, at most one pending proposal (guard G27), and their union, the
 * maximal in-sync replicas, over which the high watermark is computed (guard G13).
 */
final class InSyncReplicas {
    private List<Integer> committed;
    private @Nullable IsrProposal pending;

    InSyncReplicas(List<Integer> committed) {
        this.committed = committed;
    }

    List<Integer> committed() {
        return committed;
    }

    @Nullable
    IsrProposal pending() {
        return pending;
    }

    /** Metadata with a higher partition epoch: whatever was proposed was carried out, or never can be. */
    void commit(List<Integer> isr) {
        committed = isr;
        pending = null;
    }

    void propose(IsrProposal proposal) {
        Invariants.check(pending == null, "one proposal at a time");
        pending = proposal;
    }

    void rollBack() {
        pending = null;
    }

    boolean isCommitted(int replica) {
        return committed.contains(replica);
    }

    boolean isMaximal(int replica) {
        return committed.contains(replica) || added().contains(replica);
    }

    int maximalSize() {
        return committed.size() + added().size();
    }

    List<Integer> maximal() {
        List<Integer> maximal = new ArrayList<>(committed);
        maximal.addAll(added());
        return List.copyOf(maximal);
    }

    private List<Integer> added() {
        return pending == null ? List.of() : pending.added();
    }
}
