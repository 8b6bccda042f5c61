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
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pages of a node's HTTP listener. */
final class NodePages {
    private static final int LIMIT_MS = 400;
    /** What is asked for once only may take long on a busy machine. */
    private static final int LONG_LIMIT_MS = 5_000;

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
            HttpURLConnection connection = open(node, "/ready", LIMIT_MS);
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
            HttpURLConnection connection = open(node, "/state", LIMIT_MS);
            try {
                return JsonParser.parseString(text(connection.getInputStream())).getAsJsonObject();
            } finally {
                connection.disconnect();
            }
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return null; // Dead, frozen or cut off.
        }
    }

    /** The value of a metric without labels; empty while the node does not answer, or does not tell of it. */
    static OptionalDouble metric(NodePlan node, String name) {
        try {
            HttpURLConnection connection = open(node, "/metrics", LONG_LIMIT_MS);
            try {
                return metric(text(connection.getInputStream()), name);
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return OptionalDouble.empty(); // Dead, frozen or cut off.
        }
    }

    static OptionalDouble metric(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst();
    }

    private static String text(InputStream answer) throws IOException {
        return new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static HttpURLConnection open(NodePlan node, String page, int limitMs) throws IOException {
        URI uri = URI.create("http://" + node.host() + ":" + node.ports().metrics() + page);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(limitMs);
        connection.setReadTimeout(limitMs);
        return connection;
    }
}
