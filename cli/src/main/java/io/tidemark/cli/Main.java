// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Terminal;

/** Where the process starts. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] words) {
        Session session = new Session(Terminal.ofProcess(), new NetworkClients());
        System.exit(TidemarkCommand.commandLine(session, words).execute(words));
    }
}
