// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.log;

import io.tidemark.cli.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark log}: the files of a node that is stopped. */
@Command(name = "log", description = "Look at the logs of a node that is stopped. Nothing is changed.")
public final class LogCommand {
    private LogCommand() {}

    /** The command and its own, in a session. */
    public static CommandLine commandLine(Session session) {
        return new CommandLine(new LogCommand())
                .addSubcommand(new LogDump(session))
                .addSubcommand(new LogVerify(session));
    }
}
