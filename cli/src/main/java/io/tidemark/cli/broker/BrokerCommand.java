// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark broker}: the commands on brokers. */
@Command(
        name = "broker",
        description = "List brokers, say whether one may be stopped, empty one, forget one that is gone.",
        footer = {
            "",
            "Examples:",
            "  tidemark broker list",
            "  tidemark broker can-stop 2 && systemctl stop tidemark",
            "  tidemark broker drain 2 --wait"
        })
public final class BrokerCommand {
    private BrokerCommand() {}

    /** The command with its subcommands. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new BrokerCommand())
                .addSubcommand(new BrokerList(session))
                .addSubcommand(new BrokerDescribe(session))
                .addSubcommand(new BrokerCanStop(session))
                .addSubcommand(new BrokerDrain(session))
                .addSubcommand(new BrokerUnregister(session));
    }
}
