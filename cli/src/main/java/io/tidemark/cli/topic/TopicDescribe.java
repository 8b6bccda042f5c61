// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "describe",
        description =
                "Print each partition's leader, replicas, in-sync replicas and eligible leader replicas, and why others"
                        + " are not in sync. With filters, only the partitions that meet one of them.",
        footer = {"", "Configs and epochs are in the JSON form: tidemark topic describe orders -o json"})
final class TopicDescribe implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Topics. Default: all.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private PartitionFilter filter = new PartitionFilter();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicDescribe(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            List<TopicDescription> all = admin.describeTopics(names);
            all.forEach(TopicText::requireFound);
            List<TopicDescription> topics = filter.apply(all);
            DescribeClusterResponse brokers = admin.describeCluster();
            if (output.isJson()) {
                session.terminal().json(json(topics, brokers));
            } else {
                topics.forEach(topic -> TopicText.lines(topic, brokers).forEach(session.terminal()::line));
            }
        }
        return ExitCode.OK;
    }

    private static JsonObject json(List<TopicDescription> topics, DescribeClusterResponse brokers) {
        JsonArray array = new JsonArray();
        topics.forEach(topic -> array.add(TopicText.json(topic, brokers)));
        JsonObject json = new JsonObject();
        json.add("topics", array);
        return json;
    }
}
