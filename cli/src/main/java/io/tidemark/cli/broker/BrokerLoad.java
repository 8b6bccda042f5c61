// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.List;

/**
 * A broker and what it carries.
 *
 * @param broker the broker
 * @param leaders partitions that it leads
 * @param replicas partitions of which it is a replica
 * @param inSync partitions in whose in-sync replicas it is
 */
record BrokerLoad(BrokerDescription broker, int leaders, int replicas, int inSync) {
    static BrokerLoad of(BrokerDescription broker, List<TopicDescription> topics) {
        int brokerId = broker.getBrokerId();
        int leaders = 0;
        int replicas = 0;
        int inSync = 0;
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                leaders += partition.getLeader() == brokerId ? 1 : 0;
                replicas += partition.getReplicasList().contains(brokerId) ? 1 : 0;
                inSync += partition.getIsrList().contains(brokerId) ? 1 : 0;
            }
        }
        return new BrokerLoad(broker, leaders, replicas, inSync);
    }

    /** The broker with this id, which must be registered. */
    static BrokerDescription find(DescribeClusterResponse cluster, int brokerId) {
        return cluster.getBrokersList().stream()
                .filter(broker -> broker.getBrokerId() == brokerId)
                .findFirst()
                .orElseThrow(() ->
                        CommandException.failed("there is no broker " + brokerId + ": see 'tidemark broker list'"));
    }

    String state() {
        if (broker.getInControlledShutdown()) {
            return "stopping";
        }
        if (broker.getFenced()) {
            return "fenced";
        }
        return broker.getDraining() ? "drained" : "up";
    }

    String address() {
        return broker.getEndpoint().getHost() + ":" + broker.getEndpoint().getPort();
    }

    JsonObject toJson(int controllerId) {
        JsonObject json = new JsonObject();
        json.addProperty("id", broker.getBrokerId());
        json.addProperty("brokerEpoch", broker.getBrokerEpoch());
        json.addProperty("state", state());
        json.addProperty("address", address());
        json.addProperty("rack", broker.getRack());
        json.addProperty("controller", broker.getBrokerId() == controllerId);
        json.addProperty("leaders", leaders);
        json.addProperty("replicas", replicas);
        json.addProperty("inSync", inSync);
        return json;
    }
}
