// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark group}: the commands on consumer groups. */
@Command(
        name = "group",
        description = "List, describe, reset and delete consumer groups.",
        footer = {
            "",
            "Examples:",
            "  tidemark group describe billing",
            "  tidemark group reset billing --topic orders --to earliest          says what it would do",
            "  tidemark group reset billing --topic orders --to earliest --yes"
        })
public final class GroupCommand {
    private GroupCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new GroupCommand())
                .addSubcommand(new GroupList(session))
                .addSubcommand(new GroupDescribe(session))
                .addSubcommand(new GroupReset(session))
                .addSubcommand(new GroupDelete(session));
    }
}
