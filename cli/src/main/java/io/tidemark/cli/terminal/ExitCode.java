// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

/** What a command's process ends with. */
public final class ExitCode {
    /** Done. */
    public static final int OK = 0;
    /** Not done; standard error says why in one line. */
    public static final int ERROR = 1;
    /** The command line or a configuration is not valid; nothing was tried. */
    public static final int USAGE = 2;
    /** Done, and what was asked about is not healthy. */
    public static final int UNHEALTHY = 3;

    private ExitCode() {}
}
