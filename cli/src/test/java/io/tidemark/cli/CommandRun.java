// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One command run in this process, and what came of it. */
@SuppressWarnings("ArrayRecordComponent") // Looked at by a test, never compared.
public record CommandRun(int exitCode, byte[] rawOut, String err) {
    public static CommandRun of(FakeCluster cluster, String... words) {
        return of(cluster, false, words);
    }

    /** The same, with a person who looks at standard error. */
    public static CommandRun watched(FakeCluster cluster, String... words) {
        return of(cluster, true, words);
    }

    private static CommandRun of(FakeCluster cluster, boolean isWatched, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = TidemarkCommand.commandLine(
                        new Session(new Terminal(out, err, false, isWatched), cluster), words)
                .execute(words);
        return new CommandRun(exitCode, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    public String out() {
        return new String(rawOut, StandardCharsets.UTF_8);
    }

    public List<String> errLines() {
        return err.lines().toList();
    }
}
