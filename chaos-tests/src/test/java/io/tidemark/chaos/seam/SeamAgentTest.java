// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.chronicle.SeamedDisk;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process with the agent, whose clock, disk and log are tampered with, tells what it met. */
@Timeout(90)
class SeamAgentTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder = Path.of("");

    private @Nullable Process process;

    @AfterEach
    void end() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** What the process says in answer to a word. */
    private String ask(String word) throws IOException {
        Process asked = process;
        if (asked == null) {
            asked = start();
        }
        asked.outputWriter().write(word + "\n");
        asked.outputWriter().flush();
        String answer = asked.inputReader(StandardCharsets.UTF_8).readLine();
        return answer == null ? "" : answer;
    }

    private Process start() throws IOException {
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + SeamAgent.writeJar(folder),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SeamedDisk.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process = started;
        BufferedReader said = started.inputReader(StandardCharsets.UTF_8);
        assertThat(said.readLine()).isEqualTo("up");
        return started;
    }

    /** Asks until the settings are read; what was seen of them. */
    private long seen(SeamSettings settings, String word) throws IOException {
        settings.write(folder);
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        while (settings.seen(folder) == 0 && System.nanoTime() < deadlineNanos) {
            ask(word);
            LockSupport.parkNanos(20_000_000L);
        }
        return settings.seen(folder);
    }

    @Test
    void nothingIsSeenWhileNothingIsAskedFor() throws IOException {
        assertThat(Math.abs(Long.parseLong(ask("clock")))).isLessThan(60_000);
        assertThat(ask("force")).isEqualTo("ok");
        assertThat(new SeamSettings(1, 1, true).seen(folder)).isZero();
    }

    @Test
    void theClockIsOff() throws IOException {
        SeamSettings hourAhead = new SeamSettings(3_600_000, 0, false);
        assertThat(seen(hourAhead, "clock")).isPositive();
        assertThat(Long.parseLong(ask("clock"))).isBetween(3_500_000L, 3_700_000L);
        assertThat(Long.parseLong(ask("referred-clock"))).isBetween(3_500_000L, 3_700_000L);
    }

    @Test
    void theDiskIsSlow() throws IOException {
        assertThat(seen(new SeamSettings(0, 100, false), "force")).isPositive();
        assertThat(Long.parseLong(ask("timed-force"))).isGreaterThanOrEqualTo(100);
    }

    @Test
    void theLogFailsUntilItIsMended() throws IOException {
        assertThat(seen(new SeamSettings(0, 0, true), "force")).isPositive();
        assertThat(ask("force")).isEqualTo("Input/output error");
        SeamSettings.NONE.write(folder);
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        String said = ask("force");
        while (!said.equals("ok") && System.nanoTime() < deadlineNanos) {
            said = ask("force");
        }
        assertThat(said).isEqualTo("ok");
        assertThat(Files.exists(folder.resolve("forced"))).isTrue();
    }
}
