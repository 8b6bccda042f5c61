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
 * @param nodeCount number of nodes; the first three are brokers and voters, others only brokers
 * @param storage what data directories lie on
 * @param jvmOptions more options for every node's JVM
 * @param hasSeams whether an agent lets clocks jump and disks fail
 * @param config settings of every node beyond those that the harness makes
 */
public record ClusterSetup(
        Path home,
        Path directory,
        int nodeCount,
        Storage storage,
        List<String> jvmOptions,
        boolean hasSeams,
        Map<String, String> config) {
    private static final int VOTERS = 3;

    /** Nodes run in directories of their own: to them a path from here would mean another. */
    public ClusterSetup {
        home = home.toAbsolutePath();
        directory = directory.toAbsolutePath();
    }

    /** Three nodes with timeouts that let a fault show within seconds; one of them coordinates all groups. */
    public static ClusterSetup threeNodes(Path home, Path directory) {
        Map<String, String> config = Map.of(
                "log.scrub.interval.ms",
                "1000",
                "replica.lag.time.max.ms",
                "3000",
                "offsets.topic.num.partitions",
                "1",
                "offsets.topic.replication.factor",
                "3",
                "group.consumer.session.timeout.ms",
                "3000",
                "group.consumer.heartbeat.interval.ms",
                "500");
        return new ClusterSetup(home, directory, 3, Storage.PLAIN, List.of(), false, config);
    }

    /** On another storage. */
    public ClusterSetup on(Storage other) {
        return new ClusterSetup(home, directory, nodeCount, other, jvmOptions, hasSeams, config);
    }

    /** With other options for the JVMs. */
    public ClusterSetup with(List<String> options) {
        return new ClusterSetup(home, directory, nodeCount, storage, options, hasSeams, config);
    }

    /** With nodes that are brokers only, and with an agent in each node. */
    public ClusterSetup having(int extraBrokers, boolean seams) {
        return new ClusterSetup(home, directory, nodeCount + extraBrokers, storage, jvmOptions, seams, config);
    }

    /** Whether a node votes in the metadata quorum. */
    public boolean isVoter(int nodeId) {
        return nodeId <= VOTERS;
    }
}
