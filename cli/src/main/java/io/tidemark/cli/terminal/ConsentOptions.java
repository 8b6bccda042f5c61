// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import picocli.CommandLine.Option;

/** Asks before records can be lost: nothing is done without {@code --yes}, and {@code --dry-run} only says what would be. */
public final class ConsentOptions {
    @Option(names = "--yes", description = "Do it. Without this nothing is changed.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Say what would be done and change nothing.")
    private boolean dryRun;

    /**
     * Whether to go on. A dry run says what would be done.
     *
     * @param plan what is about to be done, as "delete the records of orders below offset 10"
     * @throws CommandException when the person said neither
     */
    public boolean isGiven(Terminal terminal, String plan) {
        if (dryRun) {
            terminal.news("would " + plan);
            return false;
        }
        if (!yes) {
            throw CommandException.usage("this would " + plan + "; nothing was done: say --yes to do it");
        }
        return true;
    }
}
