// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a cluster is made.
 *
 * @param home where the distribution was laid out
 * @param directory where everything of the cluster lies
 * @param nodeCount number of nodes, all of them brokers and voters
 * @param storage what data directories lie on
 * @param jvmOptions more options for every node's JVM
 * @param config settings of every node beyond those that the harness makes
 */
public record ClusterSetup(
        Path home,
        Path directory,
        int nodeCount,
        Storage storage,
        List<String> jvmOptions,
        Map<String, String> config) {
    /** Three nodes with timeouts that let a fault show within seconds. */
    public static ClusterSetup threeNodes(Path home, Path directory) {
        return new ClusterSetup(
                home, directory, 3, Storage.PLAIN, List.of(), Map.of("replica.lag.time.max.ms", "3000"));
    }

    /** On another storage. */
    public ClusterSetup on(Storage other) {
        return new ClusterSetup(home, directory, nodeCount, other, jvmOptions, config);
    }

    /** With other options for the JVMs. */
    public ClusterSetup with(List<String> options) {
        return new ClusterSetup(home, directory, nodeCount, storage, options, config);
    }
}
