// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

/** Ends a command: one line for the person, and the exit code. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What was asked could not be done. */
    public static CommandException failed(String message) {
        return new CommandException(ExitCode.ERROR, message);
    }

    /** What was asked makes no sense; nothing was tried. */
    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** See {@link ExitCode}. */
    public int exitCode() {
        return exitCode;
    }
}
