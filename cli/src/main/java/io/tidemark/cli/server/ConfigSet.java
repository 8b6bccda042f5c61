// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

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
        name = "set",
        description = "Change topic configs, of one topic or as the cluster-wide default.",
        footer = {
            "",
            "Examples:",
            "  tidemark config set --topic orders retention.ms=60000",
            "  tidemark config set min.insync.replicas=2 --remove retention.bytes"
        })
final class ConfigSet implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "KEY=VALUE", arity = "0..*", description = "Configs to set.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--remove", paramLabel = "KEY", description = "A config to unset; may be repeated.")
    private List<String> remove = new ArrayList<>();

    @Option(names = "--topic", paramLabel = "NAME", description = "Topic. Default: the cluster-wide defaults.")
    private String topic = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ConfigSet(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (set.isEmpty() && remove.isEmpty()) {
            throw CommandException.usage("nothing to change: give KEY=VALUE or --remove KEY");
        }
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            admin.alterConfigs(topic, set, remove);
        }
        String whose = topic.isEmpty() ? "the cluster" : "topic " + topic;
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("altered", whose);
            session.terminal().json(json);
        } else {
            session.terminal().line("Altered " + whose + ".");
        }
        return ExitCode.OK;
    }
}
