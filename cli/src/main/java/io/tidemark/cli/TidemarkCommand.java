// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.cli.archive.ArchiveClasses;
import io.tidemark.cli.archive.Rehearse;
import io.tidemark.cli.broker.BrokerCommand;
import io.tidemark.cli.cluster.ClusterCommand;
import io.tidemark.cli.demo.DemoCommand;
import io.tidemark.cli.features.FeaturesCommand;
import io.tidemark.cli.group.GroupCommand;
import io.tidemark.cli.health.DoctorCommand;
import io.tidemark.cli.log.LogCommand;
import io.tidemark.cli.partition.PartitionCommand;
import io.tidemark.cli.quorum.QuorumCommand;
import io.tidemark.cli.record.Consume;
import io.tidemark.cli.record.Produce;
import io.tidemark.cli.reference.CompletionCommand;
import io.tidemark.cli.reference.ReferenceCommand;
import io.tidemark.cli.server.ConfigCommand;
import io.tidemark.cli.server.FormatCommand;
import io.tidemark.cli.server.ServerCommand;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.topic.TopicCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** {@code tidemark}: the root of all commands. */
@Command(
        name = "tidemark",
        description = "A replicated log that keeps every acknowledged record.",
        versionProvider = Version.class,
        footer = {
            "",
            "Examples:",
            "  tidemark demo                        lose a node half-way and prove that no record is lost",
            "  tidemark cluster start               three nodes on this machine",
            "  tidemark topic create orders --partitions 6",
            "  tidemark produce orders --file orders.csv",
            "  tidemark consume orders --from earliest --follow",
            "  tidemark cluster kill 2 && tidemark topic describe orders",
            "",
            "Exit codes: 0 done, 1 failed, 2 not a valid command line or configuration, 3 unhealthy."
        })
final class TidemarkCommand {
    private TidemarkCommand() {}

    /**
     * The commands that a line may call. For a node only its own: what the others say of themselves is found by reflection, which
     * takes a third of a second of each start.
     */
    static CommandLine commandLine(Session session, String... words) {
        boolean isNode = words.length > 0 && words[0].equals(ServerCommand.NAME);
        CommandLine root = new CommandLine(new TidemarkCommand());
        if (isNode) {
            root.addSubcommand(new ServerCommand(session));
        } else {
            addAll(root, session);
        }
        return configured(root, session);
    }

    private static void addAll(CommandLine root, Session session) {
        root.addSubcommand(new DemoCommand(session))
                .addSubcommand(ClusterCommand.commandLine(session))
                .addSubcommand(TopicCommand.commandLine(session))
                .addSubcommand(BrokerCommand.commandLine(session))
                .addSubcommand(PartitionCommand.commandLine(session))
                .addSubcommand(GroupCommand.commandLine(session))
                .addSubcommand(QuorumCommand.commandLine(session))
                .addSubcommand(FeaturesCommand.commandLine(session))
                .addSubcommand(new Produce(session))
                .addSubcommand(new Consume(session))
                .addSubcommand(LogCommand.commandLine(session))
                .addSubcommand(new ServerCommand(session))
                .addSubcommand(new FormatCommand(session))
                .addSubcommand(ConfigCommand.commandLine(session))
                .addSubcommand(new DoctorCommand(session))
                .addSubcommand(new CompletionCommand(session))
                .addSubcommand(new ReferenceCommand(session))
                .addSubcommand(new ArchiveClasses(session))
                .addSubcommand(new Rehearse());
    }

    private static CommandLine configured(CommandLine root, Session session) {
        root.getCommandSpec().addOption(helpOption());
        root.getCommandSpec().addOption(versionOption());
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setColorScheme(
                CommandLine.Help.defaultColorScheme(session.terminal().isInteractive() ? Ansi.AUTO : Ansi.OFF));
        root.setOut(new PrintWriter(session.terminal().out(), true, StandardCharsets.UTF_8));
        root.setErr(new PrintWriter(session.terminal().err(), true, StandardCharsets.UTF_8));
        root.setUsageHelpLongOptionsMaxWidth(32);
        root.setParameterExceptionHandler((e, words) -> onBadCommandLine(session, e));
        root.setExecutionExceptionHandler((e, command, result) -> Failures.report(session, e));
        return root;
    }

    private static CommandLine.Model.OptionSpec helpOption() {
        return CommandLine.Model.OptionSpec.builder("-h", "--help")
                .type(boolean.class)
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("Show this help.")
                .build();
    }

    private static CommandLine.Model.OptionSpec versionOption() {
        return CommandLine.Model.OptionSpec.builder("-V", "--version")
                .type(boolean.class)
                .versionHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("Show the version.")
                .build();
    }

    private static int onBadCommandLine(Session session, ParameterException e) {
        CommandLine command = e.getCommandLine();
        session.terminal()
                .error(e.getMessage() + " (see '" + command.getCommandSpec().qualifiedName() + " --help')");
        return CommandLine.ExitCode.USAGE;
    }
}
