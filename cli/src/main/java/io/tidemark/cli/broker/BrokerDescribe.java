// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Table;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "describe", description = "Print a broker's state and its part in each partition.")
final class BrokerDescribe implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "ID", description = "Broker id.")
    private int brokerId;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    BrokerDescribe(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        DescribeClusterResponse described;
        List<TopicDescription> topics;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            described = admin.describeCluster();
            topics = admin.describeTopics(List.of());
        }
        BrokerLoad load = BrokerLoad.of(BrokerLoad.find(described, brokerId), topics);
        if (output.isJson()) {
            JsonObject json = load.toJson(described.getControllerId());
            json.add("partitions", json(topics));
            session.terminal().json(json);
        } else {
            print(load, topics);
        }
        return ExitCode.OK;
    }

    private void print(BrokerLoad load, List<TopicDescription> topics) {
        session.terminal()
                .line("Broker " + brokerId + " is " + load.state() + " at " + load.address() + ", leads "
                        + load.leaders() + " of " + load.replicas() + " partitions, in sync in " + load.inSync() + ".");
        Table table = new Table("PARTITION", "PART");
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                if (partition.getReplicasList().contains(brokerId)) {
                    table.row(topic.getName() + "-" + partition.getPartition(), part(partition));
                }
            }
        }
        table.print(session.terminal());
    }

    private JsonArray json(List<TopicDescription> topics) {
        JsonArray array = new JsonArray();
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                if (partition.getReplicasList().contains(brokerId)) {
                    JsonObject json = new JsonObject();
                    json.addProperty("topic", topic.getName());
                    json.addProperty("partition", partition.getPartition());
                    json.addProperty("part", part(partition));
                    array.add(json);
                }
            }
        }
        return array;
    }

    private String part(PartitionRecord partition) {
        if (partition.getLeader() == brokerId) {
            return "leader";
        }
        if (partition.getIsrList().contains(brokerId)) {
            return "in sync";
        }
        return partition.getElrList().contains(brokerId) ? "eligible leader" : "out of sync";
    }
}
