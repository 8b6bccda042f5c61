// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.cli.cluster.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A node to run.
 *
 * @param nodeId node id, from 1
 * @param directory where its configuration, data and log lie
 * @param host address that its process binds
 * @param ports ports that its process binds
 * @param reachedHost address where others reach it
 * @param reachedPorts ports where others reach it
 */
public record NodePlan(int nodeId, Path directory, String host, Ports ports, String reachedHost, Ports reachedPorts) {
    /**
     * Ports of a node.
     *
     * @param broker gRPC listener
     * @param quorum listener of the metadata quorum
     * @param metrics HTTP listener of metrics and state
     */
    public record Ports(int broker, int quorum, int metrics) {
        private static final int KINDS = 3;

        /** Free ones of loopback for each of some nodes, no two alike. */
        static List<Ports> free(int nodeCount) {
            List<Integer> ports = FreePorts.take(nodeCount * KINDS, RandomGenerator.getDefault());
            return IntStream.range(0, nodeCount)
                    .mapToObj(node -> ports.subList(node * KINDS, (node + 1) * KINDS))
                    .map(own -> new Ports(own.get(0), own.get(1), own.get(2)))
                    .toList();
        }
    }

    /** The data directory. */
    public Path dataDirectory() {
        return directory.resolve("data");
    }

    /** Where its output goes. */
    public Path logFile() {
        return directory.resolve("node.log");
    }

    Path configFile() {
        return directory.resolve("node.properties");
    }

    /** Where clients reach it. */
    public String address() {
        return reachedHost + ":" + reachedPorts.broker();
    }

    String voter() {
        return nodeId + "@" + reachedHost + ":" + reachedPorts.quorum() + ":" + reachedPorts.broker();
    }
}
