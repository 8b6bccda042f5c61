// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark config}: configs of topics and of the cluster, and a node's own. */
@Command(
        name = "config",
        description = "Describe and change configs of topics and of the cluster; look at a node's own.")
public final class ConfigCommand {
    private ConfigCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new ConfigCommand())
                .addSubcommand(new ConfigDescribe(session))
                .addSubcommand(new ConfigSet(session))
                .addSubcommand(new ConfigPrint(session));
    }
}
