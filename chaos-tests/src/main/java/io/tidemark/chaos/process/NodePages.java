// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The pages of a node's HTTP listener. */
final class NodePages {
    private static final int LIMIT_MS = 400;

    private NodePages() {}

    static boolean isReady(NodePlan node) {
        try {
            HttpURLConnection connection = open(node, "/ready");
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false; // Not there yet, or not any more.
        }
    }

    /** The node's state page; null while it does not answer. */
    static @Nullable JsonObject state(NodePlan node) {
        try {
            HttpURLConnection connection = open(node, "/state");
            try {
                String text = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return JsonParser.parseString(text).getAsJsonObject();
            } finally {
                connection.disconnect();
            }
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return null; // Dead, frozen or cut off.
        }
    }

    private static HttpURLConnection open(NodePlan node, String page) throws IOException {
        URI uri = URI.create("http://" + node.host() + ":" + node.ports().metrics() + page);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(LIMIT_MS);
        connection.setReadTimeout(LIMIT_MS);
        return connection;
    }
}
