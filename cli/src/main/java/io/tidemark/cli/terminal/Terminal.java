// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Where a command's results and news go. Results go to standard output, news and errors to standard error. */
public final class Terminal {
    private static final Gson PRETTY = new GsonBuilder()
            .setPrettyPrinting()
            .serializeNulls()
            .disableHtmlEscaping()
            .create();
    /** Back to the line's beginning, and nothing of what was there. */
    private static final String OVERWRITE = "\r\u001b[2K";

    private static final Gson COMPACT =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private final PrintStream out;
    private final PrintStream err;
    private final boolean interactive;
    private final boolean errInteractive;
    private boolean hasProgress;

    /**
     * A terminal on two streams.
     *
     * @param interactive whether a person looks at {@code out}, so that a line may be overwritten
     * @param errInteractive the same of {@code err}
     */
    public Terminal(OutputStream out, OutputStream err, boolean interactive, boolean errInteractive) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.interactive = interactive;
        this.errInteractive = errInteractive;
    }

    /** The process's own streams. */
    public static Terminal ofProcess() {
        return new Terminal(
                System.out,
                System.err,
                Boolean.getBoolean("tidemark.terminal"),
                Boolean.getBoolean("tidemark.terminal.err"));
    }

    /** Prints one line of result. */
    public void line(String text) {
        out.print(text + '\n');
        out.flush();
    }

    /** Prints a result as JSON. */
    public void json(JsonElement element) {
        line(PRETTY.toJson(element));
    }

    /** Prints a result as JSON on one line. */
    public void compactJson(JsonElement element) {
        line(COMPACT.toJson(element));
    }

    /** Prints one line of news to standard error. */
    public synchronized void news(String text) {
        clearProgress();
        err.print(text + '\n');
        err.flush();
    }

    /** Shows how far something is, in one line that is written over; nowhere unless a person looks at standard error. */
    public synchronized void progress(String text) {
        if (errInteractive) {
            err.print(OVERWRITE + text);
            err.flush();
            hasProgress = true;
        }
    }

    /** Takes that line away again. */
    public synchronized void clearProgress() {
        if (hasProgress) {
            err.print(OVERWRITE);
            err.flush();
            hasProgress = false;
        }
    }

    /** Prints an error to standard error, one line whatever the text. */
    public void error(String text) {
        news("error: " + text.strip().replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Standard output for raw bytes. */
    public OutputStream rawOut() {
        return out;
    }

    /** Whether whoever read standard output has left, as {@code head} does. */
    public boolean isOutputGone() {
        return out.checkError();
    }

    /** Standard output for text, as picocli writes it. */
    public PrintStream out() {
        return out;
    }

    /** Standard error for text, as picocli writes it. */
    public PrintStream err() {
        return err;
    }

    /** Whether a person looks at standard output. */
    public boolean isInteractive() {
        return interactive;
    }
}
