// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node alone: what it refuses with one line, and that it comes up when nothing is in the way. */
class NodeStartTest {
    private final List<Integer> ports = FreePorts.take(3);

    @TempDir
    private Path directory = Path.of(".");

    private NodeConfig config(Map<String, String> more) throws ConfigException {
        Map<String, String> all = new TreeMap<>(Map.of("metrics.listener", "127.0.0.1:" + ports.get(2)));
        all.putAll(more);
        return LoneNode.config(directory, ports, all);
    }

    private static void assertRefused(NodeConfig config, String message) {
        assertThatThrownBy(() -> Node.start(config, (reason, cause) -> {}))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void refusesADirectoryThatIsNotFormatted() throws Exception {
        assertRefused(config(Map.of()), "is not formatted");
    }

    @Test
    void refusesTheDirectoryOfAnotherNode() throws Exception {
        DirectoryFormat.format(directory, "alone", 2);
        assertRefused(config(Map.of()), "belongs to node 2");
    }

    @Test
    void refusesTheDirectoryOfAnotherCluster() throws Exception {
        DirectoryFormat.format(directory, "alone", 1);
        assertRefused(config(Map.of("cluster.id", "other")), "of cluster alone");
    }

    @Test
    void refusesAPortThatIsTaken() throws Exception {
        DirectoryFormat.format(directory, "alone", 1);
        try (ServerSocket taken = new ServerSocket(ports.get(0), 1, InetAddress.getLoopbackAddress())) {
            assertRefused(config(Map.of()), "cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void comesUpAloneAndHoldsItsDirectory() throws Exception {
        DirectoryFormat.format(directory, "alone", 1);
        Node node = Node.start(config(Map.of()), (reason, cause) -> {});
        try {
            ClusterClient.await("the node is ready", () -> node.notReady().isEmpty());
            assertThat(get("/ready").statusCode()).isEqualTo(200);
            assertThat(get("/metrics").body()).contains("tidemark_partitions ");
            assertThat(get("/state").body()).contains("\"lifecycle\":\"RUNNING\"");
            assertRefused(config(Map.of()), "is in use by another node");
        } finally {
            node.stop();
        }
        assertThat(directory.resolve("clean-shutdown")).exists();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + ports.get(2) + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
