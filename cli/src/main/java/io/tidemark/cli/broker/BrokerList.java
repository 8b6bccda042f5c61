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
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "list", description = "List the brokers with their state and what they carry.")
final class BrokerList implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    BrokerList(Session session) {
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
        List<BrokerLoad> brokers = described.getBrokersList().stream()
                .map(broker -> BrokerLoad.of(broker, topics))
                .toList();
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            brokers.forEach(load -> array.add(load.toJson(described.getControllerId())));
            JsonObject json = new JsonObject();
            json.add("brokers", array);
            session.terminal().json(json);
        } else {
            print(brokers, described.getControllerId());
        }
        return ExitCode.OK;
    }

    private void print(List<BrokerLoad> brokers, int controllerId) {
        List<String> headings = new ArrayList<>(
                List.of("BROKER", "STATE", "ADDRESS", "RACK", "LEADS", "REPLICAS", "IN SYNC", "CONTROLLER"));
        if (output.isWide()) {
            headings.add("EPOCH");
        }
        Table table = new Table(headings.toArray(String[]::new));
        for (BrokerLoad load : brokers) {
            List<Object> cells = new ArrayList<>(List.of(
                    load.broker().getBrokerId(),
                    load.state(),
                    load.address(),
                    load.broker().getRack().isEmpty() ? "-" : load.broker().getRack(),
                    load.leaders(),
                    load.replicas(),
                    load.inSync(),
                    load.broker().getBrokerId() == controllerId ? "active" : "-"));
            if (output.isWide()) {
                cells.add(load.broker().getBrokerEpoch());
            }
            table.row(cells.toArray());
        }
        table.print(session.terminal());
    }
}
