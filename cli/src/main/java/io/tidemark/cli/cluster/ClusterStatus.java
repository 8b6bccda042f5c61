// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.Table;
import io.tidemark.cli.terminal.Terminal;
import java.util.List;
import java.util.OptionalLong;

/**
 * A local cluster at one moment.
 *
 * @param layout what it consists of
 * @param controllerId node id of the active controller; -1 when not known
 * @param nodes what each node does, by id
 */
public record ClusterStatus(ClusterLayout layout, int controllerId, List<NodeStatus> nodes) {
    /**
     * A node at one moment.
     *
     * @param node the node
     * @param pid process id; empty when it has no process
     * @param state what it does
     */
    public record NodeStatus(LocalNode node, OptionalLong pid, NodeState state) {}

    /** Whether every node may lead and the quorum has a leader. */
    public boolean isHealthy() {
        return controllerId >= 0 && nodes.stream().allMatch(node -> node.state() == NodeState.up);
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("clusterId", layout.clusterId());
        json.addProperty("directory", layout.directory().toString());
        json.addProperty("bootstrap", layout.bootstrap());
        json.addProperty("controller", controllerId);
        json.addProperty("healthy", isHealthy());
        JsonArray array = new JsonArray();
        nodes.forEach(node -> array.add(toJson(node)));
        json.add("nodes", array);
        return json;
    }

    private static JsonObject toJson(NodeStatus status) {
        LocalNode node = status.node();
        JsonObject json = new JsonObject();
        json.addProperty("id", node.nodeId());
        json.addProperty("address", node.address());
        if (status.pid().isPresent()) {
            json.addProperty("pid", status.pid().getAsLong());
        } else {
            json.add("pid", JsonNull.INSTANCE);
        }
        json.addProperty("state", status.state().name());
        json.addProperty("quorumAddress", node.quorumAddress());
        json.addProperty("metricsAddress", node.metricsAddress());
        json.addProperty("directory", node.directory().toString());
        json.addProperty("log", node.logFile().toString());
        return json;
    }

    void print(Terminal terminal) {
        terminal.line("Cluster " + layout.clusterId() + " in " + layout.directory());
        terminal.line("Bootstrap " + layout.bootstrap() + ", controller "
                + (controllerId < 0 ? "none" : "node " + controllerId));
        Table table = new Table("NODE", "STATE", "PID", "ADDRESS", "METRICS");
        for (NodeStatus status : nodes) {
            table.row(
                    status.node().nodeId(),
                    status.state(),
                    status.pid().isPresent() ? status.pid().getAsLong() : "-",
                    status.node().address(),
                    status.node().metricsAddress());
        }
        table.print(terminal);
    }
}
