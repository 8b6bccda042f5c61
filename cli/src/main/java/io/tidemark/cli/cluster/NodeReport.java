// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.util.List;

/** Says what was done to nodes. */
final class NodeReport {
    private NodeReport() {}

    static void print(Session session, OutputOptions output, String what, List<LocalNode> nodes) {
        if (output.isJson()) {
            JsonArray ids = new JsonArray();
            nodes.forEach(node -> ids.add(node.nodeId()));
            JsonObject json = new JsonObject();
            json.add(what, ids);
            session.terminal().json(json);
            return;
        }
        for (LocalNode node : nodes) {
            session.terminal().line("Node " + node.nodeId() + " " + what + ".");
        }
    }
}
