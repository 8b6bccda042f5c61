// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.reference;

import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Session;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark completion}: lets the shell complete commands and flags. */
@Command(
        name = "completion",
        description = "Print a script that lets bash and zsh complete commands and flags.",
        footer = {"", "Example:", "  source <(tidemark completion)"})
public final class CompletionCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command in a session. */
    public CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash(spec.root().name(), spec.root().commandLine());
        session.terminal().line(script.stripTrailing());
        return ExitCode.OK;
    }
}
