// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.engine.broker.ConfigException;
import io.tidemark.engine.broker.NodeConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A node's configuration: a file, the environment over it, and the command line over both. */
final class ConfigOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The node's .properties file. Default: none, the environment (TIDEMARK_NODE_ID and the like)"
                    + " alone.")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A setting that wins over file and environment; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    NodeConfig load() {
        try {
            return NodeConfig.load(file, System.getenv(), overrides);
        } catch (ConfigException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
