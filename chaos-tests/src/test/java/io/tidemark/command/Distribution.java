// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The distribution that the cli module's package phase lays out, run through its launcher. */
record Distribution(Path home) {
    private static final int LIMIT_SECONDS = 150;

    /** What a command came to. */
    record Ended(int exitCode, String out, String err) {}

    static Distribution built() {
        Path home = Path.of(System.getProperty("tidemark.home"));
        if (!Files.isDirectory(home.resolve("lib"))) {
            throw new IllegalStateException(home + " is not built: run the cli module's package phase");
        }
        return new Distribution(home);
    }

    /** A command that is not started yet; its output goes to files. */
    ProcessBuilder command(Path directory, Map<String, String> environment, List<String> words) {
        List<String> line =
                new ArrayList<>(List.of("bash", home.resolve("tidemark").toString()));
        line.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
        builder.environment().putAll(environment);
        builder.redirectInput(Path.of("/dev/null").toFile());
        builder.redirectOutput(directory.resolve("out").toFile());
        builder.redirectError(directory.resolve("err").toFile());
        return builder;
    }

    /** Runs a command in a directory with nothing to read. */
    Ended run(Path directory, Map<String, String> environment, List<String> words) {
        try {
            Process process = command(directory, environment, words).start();
            try {
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError("hangs: " + words);
                }
            } finally {
                process.destroyForcibly();
            }
            return new Ended(process.exitValue(), text(directory.resolve("out")), text(directory.resolve("err")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static String text(Path file) throws IOException {
        return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
    }
}
