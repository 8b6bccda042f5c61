// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark partition}: the commands on where partitions lie. */
@Command(
        name = "partition",
        description = "Move partitions to other replicas, elect leaders.",
        footer = {
            "",
            "Examples:",
            "  tidemark partition reassign orders 0 --replicas 2,3,4",
            "  tidemark partition move orders 0 --from 2 --to 4",
            "  tidemark partition reassign orders 0 --cancel",
            "  tidemark partition reassign --plan --execute --throttle 20000000",
            "  tidemark partition reassign --verify"
        })
public final class PartitionCommand {
    private PartitionCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new PartitionCommand())
                .addSubcommand(new PartitionReassign(session))
                .addSubcommand(new PartitionMove(session))
                .addSubcommand(new PartitionElect(session));
    }
}
