// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing of a harness that was killed stays behind. */
@Timeout(60)
class RemainsTest {
    @TempDir
    Path folder = Path.of("");

    /** A process that stands in for a harness: starts a program, tells its process id, and waits. */
    static final class Harness {
        private Harness() {}

        /** Words are the program. */
        public static void main(String[] words) throws IOException, InterruptedException {
            Process started = new ProcessBuilder(words).start();
            System.out.println(started.pid());
            started.waitFor();
        }
    }

    private static long deadPid() throws IOException, InterruptedException {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        return gone.pid();
    }

    @Test
    void aFrozenNodeEndsWithAHarnessThatIsKilled() throws IOException, InterruptedException {
        assumeTrue(!Remains.endsWithHarness().isEmpty(), "needs setpriv");
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Harness.class.getName()));
        words.addAll(Remains.endsWithHarness());
        words.addAll(List.of("sleep", "600"));
        Process harness = new ProcessBuilder(words).start();
        long node = Long.parseLong(harness.inputReader(StandardCharsets.UTF_8).readLine());
        try {
            // Until then it is setpriv that would be frozen, before it has asked for its end.
            ProcessCluster.await("the program", java.time.Duration.ofSeconds(30), () -> command(node)
                    .startsWith("sleep"));
            Shell.run("kill", "-STOP", String.valueOf(node));
            harness.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
            ProcessCluster.await("its end", java.time.Duration.ofSeconds(30), () -> command(node)
                    .isEmpty());
        } finally {
            ProcessHandle.of(node).ifPresent(ProcessHandle::destroyForcibly);
        }
        assertThat(command(node)).isEmpty();
    }

    /** Empty when the process is gone, or waits only to be noticed as such. */
    private static String command(long pid) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), "cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void mountsOfADeadHarnessAreUndone() throws IOException, InterruptedException {
        assumeTrue(Shell.isRoot(), "needs root");
        Path node = folder.resolve("node-1");
        Path data = Files.createDirectories(node.resolve("data"));
        Remains.own(node);
        Shell.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", data.toString());
        try {
            Remains.sweep();
            assertThat(Files.readString(Path.of("/proc/mounts"))).contains(data.toString());
            Files.writeString(data.resolveSibling("harness-pid"), String.valueOf(deadPid()));
            Remains.sweep();
            assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(data.toString());
        } finally {
            Shell.succeeds(List.of("umount", "-l", data.toString()));
        }
    }

    @Test
    void namespacesOfADeadHarnessAreRemoved() throws IOException, InterruptedException {
        assumeTrue(NamespaceNetwork.isPossible(), "needs root and iproute2");
        String name = "tm" + deadPid() + "r";
        Shell.run("ip", "netns", "add", name);
        try {
            Remains.sweep();
            assertThat(Shell.run("ip", "netns", "list")).doesNotContain(name);
        } finally {
            Shell.succeeds(List.of("ip", "netns", "del", name));
        }
    }
}
