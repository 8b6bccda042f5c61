// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pages of a node's HTTP listener. */
final class NodePages {
    private static final int LIMIT_MS = 400;
    private static final String READY = "ready";

    private NodePages() {}

    static boolean isReady(NodePlan node) {
        return readiness(node).equals(READY);
    }

    /** What each of some nodes answers to whether it is ready. */
    static String readiness(Collection<NodePlan> nodes) {
        return nodes.stream()
                .map(node -> "node " + node.nodeId() + ": " + readiness(node))
                .collect(Collectors.joining("; "));
    }

    private static String readiness(NodePlan node) {
        try {
            HttpURLConnection connection = open(node, "/ready");
            try {
                boolean isReady = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
                return text(isReady ? connection.getInputStream() : connection.getErrorStream());
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return e.toString(); // Not there yet, or not any more.
        }
    }

    /** The node's state page; null while it does not answer. */
    static @Nullable JsonObject state(NodePlan node) {
        try {
            HttpURLConnection connection = open(node, "/state");
            try {
                return JsonParser.parseString(text(connection.getInputStream())).getAsJsonObject();
            } finally {
                connection.disconnect();
            }
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return null; // Dead, frozen or cut off.
        }
    }

    private static String text(InputStream answer) throws IOException {
        return new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static HttpURLConnection open(NodePlan node, String page) throws IOException {
        URI uri = URI.create("http://" + node.host() + ":" + node.ports().metrics() + page);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(LIMIT_MS);
        connection.setReadTimeout(LIMIT_MS);
        return connection;
    }
}
