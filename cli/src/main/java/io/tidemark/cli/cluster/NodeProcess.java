// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The operating system's process of a local node. Known by a file with its id and its start time, so that another
 * process that got the same id later is never mistaken for it. Thread-safe.
 */
final class NodeProcess {
    private static final long START_TOLERANCE_MS = 5_000;

    private final ProcessHandle handle;
    /** Kept because a collected child's standard input would close, which tells an attached node to end. */
    private final @Nullable Process child;

    private NodeProcess(ProcessHandle handle, @Nullable Process child) {
        this.handle = handle;
        this.child = child;
    }

    /** Starts a node with its output appended to its log file. */
    static NodeProcess start(LocalNode node, NodeCommandLine commandLine) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(commandLine.of(node));
        // A local node is configured by its file alone, and keeps few memory arenas.
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        builder.directory(node.directory().toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(node.logFile().toFile()));
        if (commandLine.isDetached()) {
            builder.redirectInput(Path.of("/dev/null").toFile());
        }
        Process child = builder.start();
        NodeProcess process = new NodeProcess(child.toHandle(), child);
        Files.writeString(node.processFile(), process.pid() + "\n" + process.startMs() + "\n");
        return process;
    }

    /** The node's process if it runs. */
    static Optional<NodeProcess> find(LocalNode node) {
        if (!Files.exists(node.processFile())) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(node.processFile());
            long startMs = Long.parseLong(lines.get(1));
            return ProcessHandle.of(Long.parseLong(lines.get(0)))
                    .filter(ProcessHandle::isAlive)
                    .map(handle -> new NodeProcess(handle, null))
                    .filter(process -> Math.abs(process.startMs() - startMs) < START_TOLERANCE_MS);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            throw CommandException.failed(
                    node.processFile() + " is damaged: end node " + node.nodeId() + " by hand and delete that file");
        }
    }

    long pid() {
        return handle.pid();
    }

    private long startMs() {
        return handle.info()
                .startInstant()
                .map(instant -> instant.toEpochMilli())
                .orElse(0L);
    }

    /** Ends it as {@code kill -9} does, without any chance to write or say anything. */
    void kill() {
        handle.destroyForcibly();
    }

    /** Asks it to leave in good order. */
    void terminate() {
        handle.destroy();
    }

    /** Sends any signal by number or name. */
    void signal(String signal) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(
                        "sh", "-c", "kill -s \"$0\" \"$1\"", signalName(signal), String.valueOf(pid()))
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (shell.waitFor() != 0) {
            throw CommandException.failed(
                    "cannot send signal " + signal + " to process " + pid() + ": " + said.strip());
        }
    }

    private static String signalName(String signal) {
        return switch (signal) {
            case "1" -> "HUP";
            case "2" -> "INT";
            case "3" -> "QUIT";
            case "9" -> "KILL";
            case "15" -> "TERM";
            case "18" -> "CONT";
            case "19" -> "STOP";
            default -> signal.startsWith("SIG") ? signal.substring(3) : signal;
        };
    }

    boolean isAlive() {
        return handle.isAlive();
    }

    /** Whether it has ended within a time. */
    boolean hasEndedWithin(Duration limit) {
        try {
            if (child != null) {
                return child.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            }
            handle.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !handle.isAlive();
        }
    }
}
