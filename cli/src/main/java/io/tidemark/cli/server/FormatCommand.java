// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.metadata.ratis.DirectoryFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark format}: marks a data directory as one node's of one cluster. */
@Command(
        name = "format",
        description = "Prepare a new node's data directory. Once in a node's life: a formatted directory is refused.",
        footer = {"", "Example:", "  tidemark format --config conf/node.properties"})
public final class FormatCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** The command in a session. */
    public FormatCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        SortedMap<String, String> effective = config.load().effective();
        Path directory = Path.of(required(effective, "log.dirs"));
        String clusterId = required(effective, "cluster.id");
        int nodeId = Integer.parseInt(required(effective, "node.id"));
        try {
            DirectoryFormat.format(directory, clusterId, nodeId);
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("directory", directory.toString());
            json.addProperty("clusterId", clusterId);
            json.addProperty("nodeId", nodeId);
            session.terminal().json(json);
        } else {
            session.terminal()
                    .line("Formatted " + directory + " for node " + nodeId + " of cluster " + clusterId + ".");
        }
        return ExitCode.OK;
    }

    private static String required(SortedMap<String, String> effective, String key) {
        String value = effective.get(key);
        if (value == null || value.isEmpty()) {
            throw CommandException.usage(key + " is not set: set it in the file, the environment or with --set");
        }
        return value;
    }
}
