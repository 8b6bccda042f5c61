// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.reference;

import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark reference}: everything there is to say. */
@Command(name = "reference", description = "Print every command, flag and setting as a page of Markdown.")
public final class ReferenceCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command in a session. */
    public ReferenceCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        session.terminal().line(ReferencePage.of(spec.root()).stripTrailing());
        return ExitCode.OK;
    }
}
