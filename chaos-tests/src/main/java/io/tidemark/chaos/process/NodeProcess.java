// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The process of one node, in one life after the other. It ends when the harness does. Not thread-safe but for reading. */
final class NodeProcess {
    private static final Duration END_LIMIT = Duration.ofSeconds(10);

    private final NodePlan node;
    private final List<String> command;
    private volatile @Nullable Process process;
    private volatile boolean isEndExpected = true;

    NodeProcess(NodePlan node, List<String> command) {
        this.node = node;
        this.command = List.copyOf(command);
    }

    /** Starts it; false when it runs already. */
    boolean start() throws IOException {
        if (isAlive()) {
            return false;
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        builder.directory(node.directory().toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(node.logFile().toFile()));
        process = builder.start();
        isEndExpected = false;
        return true;
    }

    /** Whether it may end by itself in the state that it is in. */
    void expectEnd(boolean may) {
        isEndExpected = may;
    }

    boolean isAlive() {
        Process current = process;
        return current != null && current.isAlive();
    }

    /** Whether it ended by itself. */
    boolean hasEndedByItself() {
        return !isEndExpected && !isAlive();
    }

    long pid() {
        Process current = process;
        return current == null ? -1 : current.pid();
    }

    /** State letter of the process as the kernel tells; R or S while it runs, T while it is stopped, empty when gone. */
    String state() throws IOException {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid()), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Ends it as {@code kill -9} does; returns at once. */
    void kill() {
        isEndExpected = true;
        Process current = process;
        if (current != null) {
            current.destroyForcibly();
        }
    }

    /** Asks it to leave in good order; returns at once. */
    void terminate() {
        isEndExpected = true;
        Process current = process;
        if (current != null) {
            current.destroy();
        }
    }

    void awaitEnd() {
        if (!hasEndedWithin(END_LIMIT)) {
            throw new IllegalStateException("node " + node.nodeId() + " does not end");
        }
    }

    boolean hasEndedWithin(Duration limit) {
        Process current = process;
        try {
            return current == null || current.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !isAlive();
        }
    }

    void signal(String signal) throws IOException {
        Shell.run("kill", "-" + signal, String.valueOf(pid()));
    }

    /** Words that run a node of a distribution. */
    static List<String> command(Path home, Path configFile, List<String> jvmOptions) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("@" + home.resolve("conf").resolve("jvm.options"));
        words.add("@" + home.resolve("conf").resolve("jvm-small.options"));
        words.addAll(jvmOptions);
        words.add("-Dlogback.configurationFile=" + home.resolve("conf").resolve("logback.xml"));
        words.add("-Djava.util.logging.config.file=" + home.resolve("conf").resolve("logging.properties"));
        words.add("-cp");
        words.add(home.resolve("lib") + "/*");
        words.addAll(
                List.of("io.tidemark.cli.Main", "server", "--config", configFile.toString(), "--until-input-ends"));
        return words;
    }
}
