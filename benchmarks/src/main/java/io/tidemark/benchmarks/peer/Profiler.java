// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Samples a node's processor use from its start and leaves a flame graph when it ends in good order. */
final class Profiler {
    private Profiler() {}

    /** JVM options of a node of a system; none without a directory for the graphs. */
    static List<String> options(@Nullable Path directory, String system, int nodeId) throws IOException {
        if (directory == null) {
            return List.of();
        }
        Path absolute = Files.createDirectories(directory).toAbsolutePath();
        Path graph = absolute.resolve("cpu-" + system + "-" + nodeId + ".html");
        return List.of(
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints",
                "-agentpath:" + library(absolute) + "=start,event=cpu,interval=2ms,threads,file=" + graph);
    }

    private static Path library(Path directory) throws IOException {
        boolean isArm = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).contains("aarch64");
        String name = (isArm ? "linux-arm64" : "linux-x64") + "/libasyncProfiler.so";
        Path library = directory.resolve("libasyncProfiler.so");
        if (Files.exists(library)) {
            return library;
        }
        try (InputStream in = Profiler.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the profiler's library " + name + " is not on the class path");
            }
            Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
        }
        return library;
    }
}
