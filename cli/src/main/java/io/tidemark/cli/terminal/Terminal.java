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
    private static final Gson COMPACT =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private final PrintStream out;
    private final PrintStream err;
    private final boolean interactive;

    /**
     * A terminal on two streams.
     *
     * @param interactive whether a person looks at {@code out}, so that a line may be overwritten
     */
    public Terminal(OutputStream out, OutputStream err, boolean interactive) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.interactive = interactive;
    }

    /** The process's own streams. */
    public static Terminal ofProcess() {
        return new Terminal(System.out, System.err, Boolean.getBoolean("tidemark.terminal"));
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
    public void news(String text) {
        err.print(text + '\n');
        err.flush();
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
