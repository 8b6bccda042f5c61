// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterDirectory;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.metadata.ratis.DirectoryFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a local cluster consists of, as written in its directory.
 *
 * @param directory the cluster's directory, absolute
 * @param clusterId cluster id
 * @param nodes nodes by id
 */
public record ClusterLayout(Path directory, String clusterId, List<LocalNode> nodes) {
    private static final String VOTERS = "controller.quorum.voters";

    /** Plans a new cluster; nothing is written yet. */
    static ClusterLayout plan(Path directory, String clusterId, PortPlan ports) {
        Path absolute = directory.toAbsolutePath().normalize();
        List<LocalNode> nodes = new ArrayList<>();
        for (int nodeId = 1; nodeId <= ports.nodeCount(); nodeId++) {
            nodes.add(new LocalNode(
                    nodeId,
                    LocalNode.directoryOf(absolute, nodeId),
                    ports.clientPort(nodeId),
                    ports.quorumPort(nodeId),
                    ports.metricsPort(nodeId)));
        }
        return new ClusterLayout(absolute, clusterId, List.copyOf(nodes));
    }

    /** Whether a directory holds a cluster. */
    static boolean exists(Path directory) {
        return Files.exists(ClusterDirectory.file(directory));
    }

    /** Reads the cluster of a directory. */
    static ClusterLayout read(Path directory) {
        if (!exists(directory)) {
            throw CommandException.failed(
                    directory + " holds no cluster: make one with 'tidemark cluster start --dir " + directory + "'");
        }
        Path absolute = directory.toAbsolutePath().normalize();
        try {
            JsonObject json = ClusterDirectory.read(absolute);
            List<LocalNode> nodes = new ArrayList<>();
            for (JsonElement node : json.getAsJsonArray("nodes")) {
                nodes.add(LocalNode.fromJson(absolute, node.getAsJsonObject()));
            }
            return new ClusterLayout(absolute, json.get("clusterId").getAsString(), List.copyOf(nodes));
        } catch (NullPointerException | ClassCastException | IllegalStateException | NumberFormatException e) {
            throw CommandException.failed(ClusterDirectory.file(absolute) + " is damaged: restore it, or start a new"
                    + " cluster in another directory");
        }
    }

    /** Writes configurations and formats data directories; last the file that makes it a cluster. */
    void create() throws IOException {
        for (LocalNode node : nodes) {
            Files.createDirectories(node.logFile().getParent());
            Files.writeString(node.configFile(), properties(node));
            DirectoryFormat.format(node.dataDirectory(), clusterId, node.nodeId());
        }
        String json = new GsonBuilder().setPrettyPrinting().create().toJson(toJson());
        Files.writeString(ClusterDirectory.file(directory), json + "\n");
    }

    /** Where clients find the cluster. */
    public String bootstrap() {
        return nodes.stream().map(LocalNode::address).collect(Collectors.joining(","));
    }

    /** A node by id. */
    public LocalNode node(int nodeId) {
        return nodes.stream()
                .filter(node -> node.nodeId() == nodeId)
                .findFirst()
                .orElseThrow(() -> CommandException.usage(
                        "there is no node " + nodeId + " in " + directory + ", only 1 to " + nodes.size()));
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("clusterId", clusterId);
        json.addProperty("bootstrap", bootstrap());
        JsonArray array = new JsonArray();
        nodes.forEach(node -> array.add(node.toJson()));
        json.add("nodes", array);
        return json;
    }

    private String properties(LocalNode node) {
        String voters = nodes.stream()
                .map(each -> each.nodeId() + "@" + each.quorumAddress() + ":" + each.clientPort())
                .collect(Collectors.joining(","));
        return String.join(
                "\n",
                "# Written by `tidemark cluster start`. A change counts from the node's next start.",
                "node.id=" + node.nodeId(),
                "cluster.id=" + clusterId,
                "process.roles=broker,quorum",
                "listeners=" + node.address(),
                VOTERS + "=" + voters,
                "metrics.listener=" + node.metricsAddress(),
                "log.dirs=" + node.dataDirectory(),
                "");
    }
}
