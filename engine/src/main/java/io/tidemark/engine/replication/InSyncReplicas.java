// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The in-sync replicas as a leader counts them: committed, at most one pending proposal, and their union, the maximal in-sync
 * replicas, over which the high watermark is computed.
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

    /** Whether a proposal waits for metadata: until then there is no other (guard G27). */
    boolean isProposalOpen() {
        return pending != null;
    }

    void propose(IsrProposal proposal) {
        pending = proposal;
    }

    void rollBack() {
        pending = null;
    }

    boolean isCommitted(int replica) {
        return committed.contains(replica);
    }

    boolean isMaximal(int replica) {
        return isCommitted(replica) || isProposed(replica);
    }

    /** Whether the controller may count the replica already although this leader does not know yet (guard G13). */
    private boolean isProposed(int replica) {
        return added().contains(replica);
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
