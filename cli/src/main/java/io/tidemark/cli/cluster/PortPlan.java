// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.metadata.ratis.FreePorts;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Which ports the nodes of a local cluster listen on: three for each node. */
public final class PortPlan {
    private static final int KINDS = 3;
    private static final int QUORUM_DISTANCE = 100;
    private static final int METRICS_DISTANCE = 200;

    private final int nodeCount;
    private final List<Integer> ports;

    private PortPlan(int nodeCount, List<Integer> ports) {
        this.nodeCount = nodeCount;
        this.ports = ports;
    }

    /**
     * Ports counted from a base: clients at base, quorum 100 above, metrics 200 above, one up for each further node.
     *
     * @param basePort 0 for any free ports
     */
    static PortPlan of(int nodeCount, int basePort, RandomGenerator random) {
        if (basePort == 0) {
            return free(nodeCount, random);
        }
        if (basePort < 1 || basePort + METRICS_DISTANCE + nodeCount > 65_535) {
            throw CommandException.usage("--base-port must be 1 to " + (65_535 - METRICS_DISTANCE - nodeCount));
        }
        List<Integer> ports = new ArrayList<>();
        for (int node = 0; node < nodeCount; node++) {
            ports.addAll(
                    List.of(basePort + node, basePort + QUORUM_DISTANCE + node, basePort + METRICS_DISTANCE + node));
        }
        return new PortPlan(nodeCount, ports);
    }

    private static PortPlan free(int nodeCount, RandomGenerator random) {
        try {
            return new PortPlan(nodeCount, FreePorts.take(nodeCount * KINDS, random));
        } catch (IllegalStateException none) {
            throw CommandException.failed(String.valueOf(none.getMessage()));
        }
    }

    /** Free ports for so many nodes. */
    public static PortPlan anyFree(int nodeCount) {
        return free(nodeCount, RandomGenerator.getDefault());
    }

    /** Refuses when something listens on one of the ports already. */
    void requireFree() {
        for (int port : ports) {
            if (!FreePorts.isFree(port)) {
                throw CommandException.failed("port " + port + " of " + LocalNode.HOST
                        + " is in use: stop what listens there, or choose other ports with --base-port");
            }
        }
    }

    int nodeCount() {
        return nodeCount;
    }

    /** Where a node, counted from 1, serves clients. */
    public int clientPort(int nodeId) {
        return ports.get((nodeId - 1) * KINDS);
    }

    /** Where it is part of the quorum. */
    public int quorumPort(int nodeId) {
        return ports.get((nodeId - 1) * KINDS + 1);
    }

    /** Where it tells of itself. */
    public int metricsPort(int nodeId) {
        return ports.get((nodeId - 1) * KINDS + 2);
    }
}
