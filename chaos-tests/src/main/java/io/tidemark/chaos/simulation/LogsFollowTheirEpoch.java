// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.PartitionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A replica takes nothing of a leader epoch later than its own: what a later leader wrote comes only to who follows it. A log
 * may be ahead of an image that is old when a broker starts, but then it does not grow.
 */
final class LogsFollowTheirEpoch implements Invariant {
    private final Map<Integer, Map<PartitionKey, Integer>> lastEpochs = new HashMap<>();

    @Override
    public String name() {
        return "I13 no log runs ahead of its replica's epoch";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        ReplicaState before = step.before();
        boolean isAsked = step.now().role() != ReplicaState.Role.OFFLINE
                && (before == null || before.logEndOffset() != step.now().logEndOffset());
        if (!isAsked) {
            return null;
        }
        List<EpochStart> epochs = step.log().epochs();
        int lastEpoch = epochs.isEmpty() ? -1 : epochs.get(epochs.size() - 1).leaderEpoch();
        Integer known = lastEpochs
                .computeIfAbsent(step.broker(), unused -> new TreeMap<>())
                .put(step.key(), lastEpoch);
        boolean rose = before != null && known != null && lastEpoch > known;
        return rose && lastEpoch > step.now().leaderEpoch() ? "epochs " + epochs + ": " + step : null;
    }
}
