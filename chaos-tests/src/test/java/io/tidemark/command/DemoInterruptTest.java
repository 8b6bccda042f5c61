// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A demo that is interrupted, or dies, in each of its phases leaves no process and no port, and Ctrl-C no file either. */
@Timeout(240)
class DemoInterruptTest {
    private static final Distribution TIDEMARK = Distribution.built();
    private static final int LIMIT_SECONDS = 90;
    private static final Pattern PLACE = Pattern.compile("nodes under (\\S+)");
    private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({"start, INT", "kill -9, INT", "restart, TERM", "proof, INT", "stream, KILL"})
    void leavesNothingBehind(String phase, String signal) throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Process demo = TIDEMARK.command(
                        directory,
                        Map.of("TIDEMARK_JVM_OPTIONS", "-Djava.io.tmpdir=" + temporary),
                        List.of("demo", "--records", "10000"))
                .start();
        try {
            await("phase " + phase, () -> !demo.isAlive() || said().lines().anyMatch(line -> line.startsWith(phase)));
            assertThat(demo.isAlive()).as(said()).isTrue();
            send(signal, demo.pid());
            assertThat(demo.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            demo.destroyForcibly();
        }

        assertThat(demo.exitValue()).isNotZero();
        Matcher place = PLACE.matcher(said());
        assertThat(place.find()).isTrue();
        // Nodes notice the end of a demo that could not say a word; the others have been waited for.
        await("no process is left", () -> processesOf(place.group(1)) == 0);
        // A process that dies loses its words before it loses its ports.
        await(
                "no port is left",
                () -> ADDRESS.matcher(said()).results().noneMatch(found -> listens(Integer.parseInt(found.group(1)))));
        if (!signal.equals("KILL")) {
            assertThat(temporary).isEmptyDirectory();
        }
    }

    private String said() {
        try {
            return Distribution.text(directory.resolve("out"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(String signal, long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + pid).start();
        assertThat(kill.waitFor()).isZero();
    }

    private static long processesOf(String place) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(place + "/node-"))
                .count();
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
