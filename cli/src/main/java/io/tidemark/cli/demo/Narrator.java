// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.terminal.Terminal;
import java.util.List;

/**
 * Tells the demo's story: one line for each event, and a line of progress that is overwritten where a person watches. Goes
 * to standard output, or to standard error when that belongs to JSON. Used by one thread.
 */
final class Narrator {
    private static final long QUIET_PROGRESS_NANOS = 1_000_000_000L;
    private static final int LABEL_WIDTH = 10;

    private final Terminal terminal;
    private final boolean toError;
    private boolean hasProgress;
    private String lastQuietLine = "";
    private long nextQuietNanos = System.nanoTime();

    Narrator(Terminal terminal, boolean toError) {
        this.terminal = terminal;
        this.toError = toError;
    }

    /** An event under a short label. */
    void tell(String label, String text) {
        clearProgress();
        print(label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + text);
    }

    /** Lines set in under the last event. */
    void detail(List<String> lines) {
        clearProgress();
        lines.forEach(line -> print(" ".repeat(LABEL_WIDTH) + line));
    }

    /** How far it is. */
    void progress(String label, String text) {
        String line = label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + text;
        if (terminal.isInteractive() && !toError) {
            terminal.out().print("\r\u001b[2K" + line);
            terminal.out().flush();
            hasProgress = true;
        } else if (!line.equals(lastQuietLine) && System.nanoTime() - nextQuietNanos >= 0) {
            lastQuietLine = line;
            nextQuietNanos = System.nanoTime() + QUIET_PROGRESS_NANOS;
            print(line);
        }
    }

    private void clearProgress() {
        if (hasProgress) {
            terminal.out().print("\r\u001b[2K");
            hasProgress = false;
        }
    }

    private void print(String line) {
        if (toError) {
            terminal.news(line);
        } else {
            terminal.line(line);
        }
    }
}
