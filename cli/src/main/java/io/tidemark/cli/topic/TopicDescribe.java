// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.health.ReplicaReasons;
import io.tidemark.cli.health.ReplicaReports;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "describe",
        description =
                "Print each partition's leader, replicas, in-sync replicas and eligible leader replicas, and why others"
                        + " are not in sync: down, fenced, disk failed, catching up with rate and time left, slow. With"
                        + " filters, only the partitions that meet one of them.",
        footer = {"", "Epochs are in the wide form, configs in JSON: tidemark topic describe orders -o json"})
final class TopicDescribe implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Topics. Default: all.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private PartitionFilter filter = new PartitionFilter();

    @Option(
            names = "--measure",
            paramLabel = "MS",
            defaultValue = "1000",
            description =
                    "How long replicas that are behind are watched, to tell how fast they catch up; 0 for not at all."
                            + " Default: ${DEFAULT-VALUE}.")
    private int measureMs;

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
            ReplicaReasons why = reasons(admin, topics);
            if (output.isJson()) {
                session.terminal().json(json(topics, why));
            } else {
                topics.forEach(
                        topic -> TopicText.lines(topic, why, output.isWide()).forEach(session.terminal()::line));
            }
        }
        return ExitCode.OK;
    }

    private ReplicaReasons reasons(Admin admin, List<TopicDescription> topics) {
        DescribeClusterResponse brokers = admin.describeCluster();
        ReplicaReports first = ReplicaReports.ask(admin, brokers, topics);
        if (measureMs <= 0 || !first.isAnyBehind()) {
            return new ReplicaReasons(brokers, first, first);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(measureMs));
        return new ReplicaReasons(brokers, first, ReplicaReports.ask(admin, brokers, topics));
    }

    private static JsonObject json(List<TopicDescription> topics, ReplicaReasons why) {
        JsonArray array = new JsonArray();
        topics.forEach(topic -> array.add(TopicText.json(topic, why)));
        JsonObject json = new JsonObject();
        json.add("topics", array);
        return json;
    }
}
