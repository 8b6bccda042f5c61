// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "alter",
        description = "Change a topic's configs.",
        footer = {"", "Example:", "  tidemark topic alter orders --set retention.ms=60000 --remove segment.bytes"})
final class TopicAlter implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "Topic.")
    private String name = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A config to set; may be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--remove",
            paramLabel = "KEY",
            description = "A config to return to the cluster's default; may be repeated.")
    private List<String> remove = new ArrayList<>();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicAlter(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (set.isEmpty() && remove.isEmpty()) {
            throw CommandException.usage("nothing to change: give --set KEY=VALUE or --remove KEY");
        }
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            admin.alterConfigs(name, set, remove);
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("altered", name);
            session.terminal().json(json);
        } else {
            session.terminal().line("Altered topic " + name + ".");
        }
        return ExitCode.OK;
    }
}
