// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs of the system. */
public final class Shell {
    private static final long LIMIT_SECONDS = 30;

    private Shell() {}

    /** Runs a program to its end and returns what it said; fails when it does. */
    public static String run(List<String> words) throws IOException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = status(process, words);
        if (status != 0) {
            throw new IOException(String.join(" ", words) + " ended with " + status + ": " + said.strip());
        }
        return said;
    }

    /** Runs a program to its end; whether it went well. */
    public static boolean succeeds(List<String> words) {
        try {
            run(words);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** As {@link #run(List)}. */
    public static String run(String... words) throws IOException {
        return run(List.of(words));
    }

    private static int status(Process process, List<String> words) throws IOException {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", words) + " does not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Whether this process may do what only root may. */
    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
