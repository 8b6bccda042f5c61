// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark topic}: the commands on topics. */
@Command(
        name = "topic",
        description = "Create, list, describe, change and delete topics.",
        footer = {
            "",
            "Examples:",
            "  tidemark topic create orders --partitions 6 --config retention.ms=3600000",
            "  tidemark topic describe orders"
        })
public final class TopicCommand {
    private TopicCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new TopicCommand())
                .addSubcommand(new TopicCreate(session))
                .addSubcommand(new TopicList(session))
                .addSubcommand(new TopicDescribe(session))
                .addSubcommand(new TopicAlter(session))
                .addSubcommand(new TopicAddPartitions(session))
                .addSubcommand(new TopicDelete(session))
                .addSubcommand(new TopicUndelete(session))
                .addSubcommand(new TopicTrim(session));
    }
}
