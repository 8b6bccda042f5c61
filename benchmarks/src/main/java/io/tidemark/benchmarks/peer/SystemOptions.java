// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all systems have in common.
 *
 * @param workDirectory where data, logs and fetched libraries go
 * @param heap heap of each node as the JVM's options write it, such as {@code 1g}
 * @param profileDirectory where each node leaves a flame graph when it ends; null for none
 */
public record SystemOptions(
        Path workDirectory, String heap, @Nullable Path profileDirectory) {
    /** Heap and collector: those of Kafka's own start script. */
    List<String> jvmOptions() {
        return List.of(
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:+UseG1GC",
                "-XX:MaxGCPauseMillis=20",
                "-XX:InitiatingHeapOccupancyPercent=35",
                "-XX:+ExplicitGCInvokesConcurrent",
                "-Djava.awt.headless=true");
    }
}
