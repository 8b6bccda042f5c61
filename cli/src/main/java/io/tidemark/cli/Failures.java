// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.TidemarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Turns what ended a command into one line and an exit code. */
final class Failures {
    private Failures() {}

    static int report(Session session, Exception failure) {
        session.terminal().error(line(failure));
        if (System.getenv("TIDEMARK_DEBUG") != null) {
            failure.printStackTrace(session.terminal().err());
        }
        return failure instanceof CommandException command ? command.exitCode() : ExitCode.ERROR;
    }

    static String line(Throwable failure) {
        if (failure instanceof CommandException || failure instanceof TidemarkException) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            return line(unchecked.getCause());
        }
        if (failure instanceof NoSuchFileException missing) {
            return "no such file: " + missing.getFile();
        }
        if (failure instanceof AccessDeniedException denied) {
            return "no permission: " + denied.getFile();
        }
        if (failure instanceof FileSystemException file && file.getReason() == null) {
            return file.getClass().getSimpleName() + ": " + file.getFile();
        }
        if (failure instanceof IOException) {
            return String.valueOf(failure.getMessage());
        }
        return "internal fault: " + failure + " (set TIDEMARK_DEBUG=1 to see where)";
    }
}
