// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.cli.terminal.TemporaryDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The node processes of one system in one directory. None outlives this process unless that is killed outright, and the
 * directory is removed at the end.
 */
final class NodeProcesses implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private final Path directory;
    private final SortedMap<Integer, Process> running = new TreeMap<>();
    private final Thread hook = new Thread(this::killAll, "end-nodes");

    NodeProcesses(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path directory() {
        return directory;
    }

    /** The directory of a node. */
    Path directory(int nodeId) throws IOException {
        return Files.createDirectories(directory.resolve("node-" + nodeId));
    }

    /** Starts a node; its output goes to {@code output.log} in its directory. */
    synchronized void start(int nodeId, List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.directory(directory(nodeId).toFile());
        builder.environment().putAll(environment);
        File log = directory(nodeId).resolve("output.log").toFile();
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        running.put(nodeId, builder.start());
    }

    /** Runs a command to its end. */
    static void run(List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command.get(0) + " failed, see " + log);
        }
    }

    synchronized ProcessHandle node(int nodeId) {
        Process process = running.get(nodeId);
        if (process == null) {
            throw new IllegalStateException("node " + nodeId + " does not run");
        }
        return process.toHandle();
    }

    synchronized List<ProcessHandle> alive() {
        return running.values().stream()
                .filter(Process::isAlive)
                .map(Process::toHandle)
                .toList();
    }

    /** Fails when a node has ended by itself: a comparison with two nodes would be none. */
    synchronized void requireAlive() {
        running.forEach((nodeId, process) -> {
            if (!process.isAlive()) {
                throw new IllegalStateException("node " + nodeId + " has ended, see "
                        + directory.resolve("node-" + nodeId).resolve("output.log"));
            }
        });
    }

    /** Stops all in good order; those that do not leave in time are killed. */
    synchronized void stopAll() throws InterruptedException {
        running.values().forEach(Process::destroy);
        long deadlineNanos = System.nanoTime() + STOP_LIMIT.toNanos();
        for (Process process : running.values()) {
            if (!process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        running.clear();
    }

    private synchronized void killAll() {
        running.values().forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        try {
            stopAll();
        } catch (InterruptedException e) {
            killAll();
            Thread.currentThread().interrupt();
        }
        TemporaryDirectory.delete(directory);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook finds nothing left to do.
            return;
        }
    }
}
