// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.UnregisterBroker;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forgets a broker that is fenced and will not come back. It stops being a candidate for leadership everywhere; it stays
 * among the replicas until a reassignment takes it out. Where it is the last that may hold the records it is not forgotten.
 */
final class BrokerRemoval {
    private final ClusterDraft cluster;
    private final int brokerId;
    private @Nullable PartitionKey lastHolderOf;

    private BrokerRemoval(ClusterDraft cluster, int brokerId) {
        this.cluster = cluster;
        this.brokerId = brokerId;
    }

    static Decision decide(ClusterDraft cluster, UnregisterBroker command) {
        BrokerImage broker = Lives.current(cluster, command.broker());
        if (broker == null) {
            return Lives.refuse(cluster, command.broker());
        }
        if (!broker.fenced()) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST, "broker " + broker.brokerId() + " is alive; stop it first");
        }
        return new BrokerRemoval(cluster, broker.brokerId()).decide();
    }

    private Decision decide() {
        cluster.remove(brokerId);
        cluster.forEachPartition(this::leave);
        PartitionKey last = lastHolderOf;
        return last == null
                ? cluster.done()
                : cluster.refused(
                        ErrorCode.ERROR_CODE_INVALID_REQUEST,
                        "broker " + brokerId + " is the last that may hold the records of partition " + last.partition()
                                + " of topic id " + last.topicId()
                                + "; bring it back, or elect another replica uncleanly or delete the topic first");
    }

    private void leave(PartitionKey key, PartitionImage partition) {
        boolean candidate =
                partition.elr().contains(brokerId) || partition.lastKnownElr().contains(brokerId);
        if (!candidate) {
            return;
        }
        PartitionDraft draft = new PartitionDraft(partition);
        draft.elr = BrokerIds.without(draft.elr, List.of(brokerId));
        draft.lastKnownElr = BrokerIds.without(draft.lastKnownElr, List.of(brokerId));
        if (draft.isr.isEmpty() && draft.elr.isEmpty() && draft.lastKnownElr.isEmpty()) {
            lastHolderOf = key;
            return;
        }
        LeaderElection.elect(cluster, key, draft);
        cluster.put(key, draft);
    }
}
