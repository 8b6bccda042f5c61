// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.TopicListing;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "List the topics' names, one a line.")
final class TopicList implements Callable<Integer> {
    private final Session session;

    @Option(names = "--deleted", description = "List the deleted topics that can be had back instead.")
    private boolean deleted;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicList(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            List<TopicListing> topics = deleted ? admin.listDeletedTopics() : admin.listTopics();
            if (output.isJson()) {
                session.terminal().json(json(topics));
            } else {
                topics.forEach(topic -> session.terminal().line(topic.getName()));
            }
        }
        return ExitCode.OK;
    }

    private static JsonObject json(List<TopicListing> topics) {
        JsonArray array = new JsonArray();
        topics.forEach(topic -> array.add(TopicText.json(topic)));
        JsonObject json = new JsonObject();
        json.add("topics", array);
        return json;
    }
}
