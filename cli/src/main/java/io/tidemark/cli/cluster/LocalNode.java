// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import com.google.gson.JsonObject;
import java.nio.file.Path;

/**
 * A node of a local cluster: its ports, all on loopback, and its files.
 *
 * @param nodeId node id, from 1
 * @param directory where its configuration, data, log and process id lie
 * @param clientPort gRPC port
 * @param quorumPort port of the metadata quorum
 * @param metricsPort HTTP port of metrics and readiness
 */
public record LocalNode(int nodeId, Path directory, int clientPort, int quorumPort, int metricsPort) {
    static final String HOST = "127.0.0.1";

    /** Where clients reach it. */
    public String address() {
        return HOST + ":" + clientPort;
    }

    String quorumAddress() {
        return HOST + ":" + quorumPort;
    }

    /** Where metrics and readiness are served. */
    public String metricsAddress() {
        return HOST + ":" + metricsPort;
    }

    Path configFile() {
        return directory.resolve("node.properties");
    }

    Path dataDirectory() {
        return directory.resolve("data");
    }

    Path logFile() {
        return directory.resolve("log").resolve("node.log");
    }

    /** Where a node that is recorded leaves the archive of its classes. */
    public Path classArchive() {
        return directory.resolve("node.jsa");
    }

    Path processFile() {
        return directory.resolve("pid");
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("id", nodeId);
        json.addProperty("address", address());
        json.addProperty("clientPort", clientPort);
        json.addProperty("quorumPort", quorumPort);
        json.addProperty("metricsPort", metricsPort);
        return json;
    }

    static LocalNode fromJson(Path clusterDirectory, JsonObject json) {
        int nodeId = json.get("id").getAsInt();
        return new LocalNode(
                nodeId,
                directoryOf(clusterDirectory, nodeId),
                json.get("clientPort").getAsInt(),
                json.get("quorumPort").getAsInt(),
                json.get("metricsPort").getAsInt());
    }

    static Path directoryOf(Path clusterDirectory, int nodeId) {
        return clusterDirectory.resolve("node-" + nodeId);
    }
}
