// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "print",
        description = "Check a configuration and print every setting that a node would run with, defaults too.",
        footer = {"", "Example:", "  tidemark config print --config conf/node.properties --set node.id=2"})
final class ConfigPrint implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ConfigPrint(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        SortedMap<String, String> effective = config.load().effective();
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            effective.forEach(json::addProperty);
            session.terminal().json(json);
        } else {
            effective.forEach((key, value) -> session.terminal().line(key + "=" + value));
        }
        return ExitCode.OK;
    }
}
