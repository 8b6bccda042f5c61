// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.cli.cluster.PortPlan;
import java.nio.file.Path;
import java.util.List;
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
        /** Free ones of loopback for each of some nodes, no two alike. */
        static List<Ports> free(int nodeCount) {
            PortPlan plan = PortPlan.anyFree(nodeCount);
            return IntStream.rangeClosed(1, nodeCount)
                    .mapToObj(id -> new Ports(plan.clientPort(id), plan.quorumPort(id), plan.metricsPort(id)))
                    .toList();
        }
    }

    /** Its rack, in which no other node stands. */
    public String rack() {
        return "rack-" + nodeId;
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
