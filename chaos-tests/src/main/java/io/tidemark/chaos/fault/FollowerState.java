// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.tidemark.chaos.process.ProcessCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a node knows of a partition at this moment: the samples of the watch are too old where milliseconds count.
 *
 * @param isr committed in-sync replicas as it knows them
 * @param logEnd offset after its last record
 */
record FollowerState(List<Integer> isr, long logEnd) {
    /** Asks a node; empty while it does not answer or has no such replica. */
    static Optional<FollowerState> of(Battlefield field, int nodeId, int partition) {
        JsonObject state = ProcessCluster.state(field.cluster().plan(nodeId));
        if (state == null) {
            return Optional.empty();
        }
        for (JsonElement element : state.getAsJsonArray("partitions")) {
            JsonObject one = element.getAsJsonObject();
            if (one.get("topic").getAsString().equals(field.topic())
                    && one.get("partition").getAsInt() == partition) {
                return Optional.of(of(one.getAsJsonObject("state")));
            }
        }
        return Optional.empty();
    }

    private static FollowerState of(JsonObject state) {
        List<Integer> isr = new ArrayList<>();
        state.getAsJsonArray("committedIsr").forEach(member -> isr.add(member.getAsInt()));
        return new FollowerState(isr, state.get("logEndOffset").getAsLong());
    }
}
