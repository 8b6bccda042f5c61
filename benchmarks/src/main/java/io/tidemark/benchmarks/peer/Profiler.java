// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Samples the processor use of nodes and client; each leaves a flame graph when it ends in good order. */
final class Profiler {
    private final Path directory;

    private Profiler(Path directory) {
        this.directory = directory;
    }

    /** Begins to sample the nodes of a system; does nothing without a directory for the graphs. */
    static void start(@Nullable Path directory, String system, List<ProcessHandle> nodes)
            throws IOException, InterruptedException {
        if (directory == null) {
            return;
        }
        Profiler profiler = new Profiler(Files.createDirectories(directory).toAbsolutePath());
        for (int i = 0; i < nodes.size(); i++) {
            profiler.attach(nodes.get(i), "cpu-" + system + "-" + (i + 1) + ".html");
        }
        profiler.attach(ProcessHandle.current(), "cpu-" + system + "-client.html");
    }

    private void attach(ProcessHandle node, String graph) throws IOException, InterruptedException {
        NodeProcesses.run(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(node.pid()),
                        "JVMTI.agent_load",
                        library().toString(),
                        // Quoted, for jcmd takes what holds an equals sign for an option of its own.
                        "\"start,event=cpu,interval=2ms,threads,file=" + directory.resolve(graph) + "\""),
                directory.resolve("attach.log"));
    }

    private Path library() throws IOException {
        boolean isArm =
                System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).contains("aarch64");
        String name = (isArm ? "linux-arm64" : "linux-x64") + "/libasyncProfiler.so";
        Path library = directory.resolve("libasyncProfiler.so");
        if (Files.exists(library)) {
            return library;
        }
        try (InputStream in = Profiler.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the profiler's library " + name + " is not on the class path");
            }
            Files.copy(in, library);
        }
        return library;
    }
}
