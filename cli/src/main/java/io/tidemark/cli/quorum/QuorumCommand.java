// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark quorum}: the commands on the metadata quorum. */
@Command(
        name = "quorum",
        description = "Describe the metadata quorum, change its voters, hand over its leadership.",
        footer = {
            "",
            "Replace a voter whose disk is lost: format an empty directory for its node, start it, then",
            "  tidemark quorum add HOST:PORT"
        })
public final class QuorumCommand {
    private QuorumCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new QuorumCommand())
                .addSubcommand(new QuorumDescribe(session))
                .addSubcommand(new QuorumAdd(session))
                .addSubcommand(new QuorumRemove(session))
                .addSubcommand(new QuorumTransfer(session));
    }
}
