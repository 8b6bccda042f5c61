// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The leader's picture of the other replicas, ordered by broker id. */
final class Followers {
    private final int leader;
    private final Map<Integer, ReplicaProgress> progressOf = new TreeMap<>();

    Followers(int leader) {
        this.leader = leader;
    }

    /** Takes the replicas and their registered lives; an older life's progress is forgotten. */
    void assign(List<Integer> replicas, List<ReplicaLife> registered) {
        progressOf.keySet().retainAll(replicas);
        for (int replica : replicas) {
            if (replica != leader) {
                progressOf.computeIfAbsent(replica, ReplicaProgress::new);
            }
        }
        for (ReplicaLife life : registered) {
            ReplicaProgress progress = progressOf.get(life.brokerId());
            if (progress != null) {
                progress.forgetOlderLife(life.brokerEpoch());
            }
        }
    }

    @Nullable
    ReplicaProgress of(int replica) {
        return progressOf.get(replica);
    }

    Collection<ReplicaProgress> all() {
        return progressOf.values();
    }
}
