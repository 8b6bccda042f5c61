// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * One leader killed and replaced.
 *
 * @param nodeId node id of the victim
 * @param ledQuorum whether it led the metadata quorum
 * @param affectedPartitions partitions that it led
 * @param elapsedMs kill to the first acknowledged write on the last affected partition, milliseconds
 * @param isrWholeMs restart to every replica in sync, milliseconds
 */
record Failover(int nodeId, boolean ledQuorum, List<Integer> affectedPartitions, long elapsedMs, long isrWholeMs) {
    Failover {
        affectedPartitions = List.copyOf(affectedPartitions);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%d ms from kill -9 of node %d (%s) to the first acknowledged write on the last of %d partition(s)",
                elapsedMs,
                nodeId,
                ledQuorum ? "which also led the quorum" : "which did not lead the quorum",
                affectedPartitions.size());
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("victim", nodeId);
        json.addProperty("victimLedQuorum", ledQuorum);
        json.addProperty("failoverMs", elapsedMs);
        json.addProperty("isrWholeMs", isrWholeMs);
        JsonArray affected = new JsonArray();
        affectedPartitions.forEach(affected::add);
        json.add("affectedPartitions", affected);
        return json;
    }
}
