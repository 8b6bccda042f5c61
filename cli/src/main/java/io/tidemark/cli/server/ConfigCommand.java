// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark config}: looks at a node's configuration. */
@Command(name = "config", description = "Look at a node's configuration.")
public final class ConfigCommand {
    private ConfigCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new ConfigCommand()).addSubcommand(new ConfigPrint(session));
    }
}
