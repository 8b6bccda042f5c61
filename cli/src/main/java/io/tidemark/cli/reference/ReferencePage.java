// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.reference;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.ConfigKey;
import io.tidemark.engine.broker.NodeConfig;
import io.tidemark.metadata.control.TopicConfigKey;
import io.tidemark.metadata.control.TopicConfigs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Every command with its flags, and every setting of nodes, topics and clients, as a page of Markdown. */
final class ReferencePage {
    private static final List<Class<?>> SHARED = List.of(ClusterOptions.class, OutputOptions.class);

    private final List<String> lines = new ArrayList<>();

    private ReferencePage() {}

    /** The page for a tree of commands. */
    static String of(CommandSpec root) {
        ReferencePage page = new ReferencePage();
        page.add(
                "# Reference",
                "",
                "Written by `tidemark reference` from the code that reads these settings; a test compares.",
                "",
                "[Commands](#commands) · [Settings of a node](#settings-of-a-node) · [Configs of a topic](#configs-of-a-topic) ·"
                        + " [Settings of a client](#settings-of-a-client)",
                "",
                "## Commands",
                "",
                "Results go to standard output, all else to standard error. Exit codes: 0 done, 1 failed, 2 not a valid command"
                        + " line or configuration, 3 unhealthy. `--help` is understood by every command, `--version` by"
                        + " `tidemark`.");
        page.sharedFlags();
        page.command(root);
        page.nodeSettings();
        page.topicConfigs();
        page.clientSettings();
        return String.join("\n", page.lines) + "\n";
    }

    /** Flags that many commands understand, so that they stand here once. */
    private void sharedFlags() {
        add("", "Commands that talk to a cluster also understand:", "", "| say | meaning |", "|---|---|");
        SHARED.forEach(shared -> lines.addAll(rows(CommandSpec.forAnnotatedObject(shared))));
    }

    private static List<String> rows(CommandSpec command) {
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (!parameter.hidden()) {
                rows.add(row("`" + parameter.paramLabel() + "`", text(parameter.description())));
            }
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden() && !option.inherited() && !option.usageHelp() && !option.versionHelp()) {
                rows.add(row("`" + form(option) + "`", text(option.description())));
            }
        }
        return rows;
    }

    private void command(CommandSpec command) {
        List<String> rows = new ArrayList<>(rows(command));
        command.mixins().values().stream()
                .filter(mixin -> SHARED.contains(mixin.userObject().getClass()))
                .forEach(mixin -> rows.removeAll(rows(mixin)));
        if (command.parent() != null) {
            add(
                    "",
                    "### " + command.qualifiedName(),
                    "",
                    text(command.usageMessage().description()));
        }
        if (!rows.isEmpty()) {
            add("", "| say | meaning |", "|---|---|");
            lines.addAll(rows);
        }
        for (Map.Entry<String, CommandLine> sub : command.subcommands().entrySet()) {
            CommandSpec spec = sub.getValue().getCommandSpec();
            if (!spec.usageMessage().hidden() && sub.getKey().equals(spec.name())) {
                command(spec);
            }
        }
    }

    private static String form(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private void nodeSettings() {
        add(
                "",
                "## Settings of a node",
                "",
                "In the file given to `--config`, over that from the environment, over both from `--set`.",
                "",
                "| key | environment | default | legal | meaning |",
                "|---|---|---|---|---|");
        NodeConfig.keys()
                .forEach(key -> lines.add(row(
                        "`" + key.name() + "`",
                        "`" + key.variable() + "`",
                        code(key.defaultText()),
                        key.legalValues(),
                        key.documentation())));
    }

    private void topicConfigs() {
        add(
                "",
                "## Configs of a topic",
                "",
                "Set on a topic (`topic create --config`, `topic alter`), or for all with `config set`.",
                "",
                "| key | default | legal | meaning |",
                "|---|---|---|---|");
        for (TopicConfigKey<?> key : TopicConfigs.keys()) {
            lines.add(row("`" + key.name() + "`", code(key.defaultText()), key.legalValues(), key.documentation()));
        }
    }

    private void clientSettings() {
        add(
                "",
                "## Settings of a client",
                "",
                "Of the Java client, and of commands by `--client-config`.",
                "",
                "| key | default | legal | meaning |",
                "|---|---|---|---|");
        for (ConfigKey<?> key : ClientKeys.all()) {
            String defaultText = key.defaultText();
            lines.add(row(
                    "`" + key.name() + "`",
                    defaultText == null ? "must be set" : code(defaultText),
                    key.legal(),
                    key.documentation()));
        }
    }

    private void add(String... more) {
        lines.addAll(List.of(more));
    }

    private static String row(String... cells) {
        List<String> safe = new ArrayList<>();
        for (String cell : cells) {
            safe.add(cell.replace("|", "\\|"));
        }
        return "| " + String.join(" | ", safe) + " |";
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    private static String text(String... parts) {
        return String.join(" ", parts).replace("$$", "$").replace("%n", " ");
    }
}
