// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Table;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ConfigEntry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "describe",
        description =
                "Print every topic config in force, and whether it is set on the topic, for the cluster, or nowhere.",
        footer = {"", "Example:", "  tidemark config describe --topic orders"})
final class ConfigDescribe implements Callable<Integer> {
    private final Session session;

    @Option(names = "--topic", paramLabel = "NAME", description = "Topic. Default: the cluster-wide defaults.")
    private String topic = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ConfigDescribe(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<ConfigEntry> entries;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            entries = admin.describeConfigs(topic);
        }
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            entries.forEach(entry -> array.add(json(entry)));
            JsonObject json = new JsonObject();
            json.add("configs", array);
            session.terminal().json(json);
        } else {
            Table table = new Table("CONFIG", "VALUE", "SET");
            entries.forEach(entry -> table.row(entry.getName(), entry.getValue(), words(entry)));
            table.print(session.terminal());
        }
        return ExitCode.OK;
    }

    private static JsonObject json(ConfigEntry entry) {
        JsonObject json = new JsonObject();
        json.addProperty("name", entry.getName());
        json.addProperty("value", entry.getValue());
        json.addProperty("source", words(entry));
        json.addProperty("documentation", entry.getDocumentation());
        return json;
    }

    private static String words(ConfigEntry entry) {
        return entry.getSource().name().replace("CONFIG_SOURCE_", "").toLowerCase(Locale.ROOT);
    }
}
