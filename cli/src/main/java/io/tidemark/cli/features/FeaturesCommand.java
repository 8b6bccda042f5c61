// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.features;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark features}: the commands on the cluster's feature level. */
@Command(
        name = "features",
        description = "Show and raise the feature level: what all nodes of the cluster must understand.",
        footer = {
            "",
            "After all nodes run the newer software, and once there is no going back to the older:",
            "  tidemark features upgrade"
        })
public final class FeaturesCommand {
    private FeaturesCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new FeaturesCommand())
                .addSubcommand(new FeaturesDescribe(session))
                .addSubcommand(new FeaturesUpgrade(session));
    }
}
