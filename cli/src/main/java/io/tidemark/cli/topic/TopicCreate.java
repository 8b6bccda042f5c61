// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.TopicDescription;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "create",
        description = "Create a topic.",
        footer = {"", "Example:", "  tidemark topic create orders --partitions 6 --replication-factor 3"})
final class TopicCreate implements Callable<Integer> {
    private static final int SAFE_REPLICATION_FACTOR = 3;

    private final Session session;

    @Parameters(paramLabel = "NAME", description = "1 to 249 characters of letters, digits, '.', '_' and '-'.")
    private String name = "";

    @Option(names = "--partitions", paramLabel = "N", description = "Number of partitions. Default: the cluster's, 1.")
    private @Nullable Integer partitionCount;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "Replicas of each partition. Default: 3, or the number of brokers when there are fewer.")
    private @Nullable Integer replicationFactor;

    @Option(
            names = "--config",
            paramLabel = "KEY=VALUE",
            description = "A topic config, such as retention.ms or min.insync.replicas; may be repeated.")
    private Map<String, String> configs = new LinkedHashMap<>();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicCreate(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        int partitions = positive("--partitions", partitionCount);
        int replicas = positive("--replication-factor", replicationFactor);
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            print(admin.createTopic(name, partitions, replicas, configs));
        }
        return ExitCode.OK;
    }

    /** The number given, which must be positive; 0, the cluster's default, when none was given. */
    private static int positive(String option, @Nullable Integer given) {
        if (given == null) {
            return 0;
        }
        if (given < 1) {
            throw CommandException.usage(option + " must be at least 1, not " + given);
        }
        return given;
    }

    private void print(TopicDescription topic) {
        int replicas =
                topic.getPartitionsCount() == 0 ? 0 : topic.getPartitions(0).getReplicasCount();
        if (replicationFactor == null && replicas < SAFE_REPLICATION_FACTOR) {
            session.terminal()
                    .news("warning: replication factor " + replicas + ", as many as there are brokers: add brokers, or "
                            + "give --replication-factor to say that this is meant");
        }
        if (output.isJson()) {
            session.terminal().json(TopicText.json(topic));
        } else {
            session.terminal()
                    .line("Created topic " + topic.getName() + ": " + topic.getPartitionsCount()
                            + " partition(s), replication factor " + replicas + ".");
        }
    }
}
