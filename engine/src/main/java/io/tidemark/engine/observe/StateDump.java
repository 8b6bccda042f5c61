// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.List;

/**
 * The node as it stands, for tools and the chaos suite.
 *
 * @param nodeId node id
 * @param brokerEpoch broker epoch; -1 before the registration
 * @param imageIndex metadata index that the node has applied
 * @param controllerId node id of the active controller as known; -1 when not
 * @param lifecycle where the broker is in its life
 * @param leaseValid whether its lease is valid
 * @param partitions its partitions
 */
public record StateDump(
        String clusterId,
        int nodeId,
        long brokerEpoch,
        long imageIndex,
        int controllerId,
        String lifecycle,
        boolean leaseValid,
        List<PartitionSnapshot> partitions) {
    private static final Gson GSON = new GsonBuilder()
            .setFieldNamingPolicy(FieldNamingPolicy.IDENTITY)
            .serializeNulls()
            .disableHtmlEscaping()
            .create();

    /** As JSON; offsets are numbers. */
    public String toJson() {
        return GSON.toJson(this);
    }
}
