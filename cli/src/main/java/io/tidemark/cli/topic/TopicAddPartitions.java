// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add-partitions",
        description = "Give a topic more partitions; keys that went to one may go to another from then on.",
        footer = {"", "Example:", "  tidemark topic add-partitions orders --to 12"})
final class TopicAddPartitions implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "TOPIC", description = "Topic.")
    private String topic = "";

    @Option(names = "--to", required = true, paramLabel = "N", description = "Number of partitions that it shall have.")
    private int partitionCount;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicAddPartitions(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            admin.addPartitions(topic, partitionCount);
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("topic", topic);
            json.addProperty("partitions", partitionCount);
            session.terminal().json(json);
        } else {
            session.terminal().line("Topic " + topic + " has " + partitionCount + " partitions.");
        }
        return ExitCode.OK;
    }
}
