// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.health.HealthCommand;
import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark cluster}: a cluster on this machine, for trying things out. */
@Command(
        name = "cluster",
        description = "Run a cluster on this machine, one process for each node, under one directory; look after any.",
        footer = {
            "",
            "Examples:",
            "  tidemark cluster start",
            "  tidemark cluster status -o json",
            "  tidemark cluster kill 2 && tidemark cluster restart 2",
            "  tidemark cluster stop"
        })
public final class ClusterCommand {
    private ClusterCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new ClusterCommand())
                .addSubcommand(new ClusterStart(session))
                .addSubcommand(new ClusterShow(session))
                .addSubcommand(new HealthCommand(session))
                .addSubcommand(new ClusterKill(session))
                .addSubcommand(new ClusterRestart(session))
                .addSubcommand(new ClusterStop(session))
                .addSubcommand(new ClusterNewId(session));
    }
}
