// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.chaos.process.Link.Lane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes in namespaces; needs root, and passes over without. */
@Timeout(60)
class NamespaceNetworkTest {
    private static final String SERVER = """
        import java.net.*;
        class Echo { public static void main(String[] a) throws Exception {
          ServerSocket s = new ServerSocket(9092);
          System.out.println("up");
          while (true) { s.accept().close(); } } }
        """;

    private final NamespaceNetwork network = new NamespaceNetwork();
    private final List<Process> servers = new ArrayList<>();

    @BeforeEach
    void isRoot() throws IOException {
        assumeTrue(NamespaceNetwork.isPossible(), "needs root and iproute2");
        network.plan(Path.of("unused"), 2);
    }

    @AfterEach
    void clearUp() throws Exception {
        for (Process server : servers) {
            server.destroyForcibly().waitFor();
        }
        network.close();
    }

    private void serve(int nodeId, Path directory) throws IOException {
        Path source = directory.resolve("Echo.java");
        java.nio.file.Files.writeString(source, SERVER);
        List<String> words = new ArrayList<>(network.prefix(nodeId));
        words.addAll(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), source.toString()));
        Process server = new ProcessBuilder(words).start();
        servers.add(server);
        assertThat(server.inputReader().readLine()).isEqualTo("up");
    }

    @Test
    void cutsOneWayOnceAndHeals(@org.junit.jupiter.api.io.TempDir Path directory) throws IOException {
        serve(1, directory);
        Link toNode = new Link(2, 1, Lane.ALL);
        Link fromClients = new Link(Link.CLIENTS, 1, Lane.BROKER);
        assertThat(network.isSeenCut(toNode)).isFalse();
        assertThat(network.isSeenCut(fromClients)).isFalse();

        network.cut(toNode);
        assertThat(network.isSeenCut(toNode)).isTrue();
        assertThat(network.isSeenCut(fromClients)).as("clients still reach it").isFalse();

        network.cut(fromClients);
        assertThat(network.isSeenCut(fromClients)).isTrue();

        network.heal();
        assertThat(network.isSeenCut(toNode)).isFalse();
        assertThat(network.isSeenCut(fromClients)).isFalse();
    }
}
