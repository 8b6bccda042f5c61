// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.cli.terminal.ClusterDirectory;
import io.tidemark.cli.terminal.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterLayoutTest {
    private final Path directory;

    ClusterLayoutTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private ClusterLayout create() throws IOException {
        ClusterLayout layout = ClusterLayout.plan(directory, "the-cluster", PortPlan.of(3, 9092, new Random(1)));
        layout.create();
        return layout;
    }

    @Test
    void writesWhatItReads() throws IOException {
        ClusterLayout layout = create();

        assertThat(ClusterLayout.read(directory)).isEqualTo(layout);
        assertThat(layout.bootstrap()).isEqualTo("127.0.0.1:9092,127.0.0.1:9093,127.0.0.1:9094");
        assertThat(ClusterDirectory.bootstrapOf(directory)).isEqualTo(layout.bootstrap());
    }

    @Test
    void configuresAndFormatsEachNode() throws IOException {
        LocalNode node = create().node(2);

        assertThat(Files.readAllLines(node.configFile()))
                .contains(
                        "node.id=2",
                        "cluster.id=the-cluster",
                        "listeners=127.0.0.1:9093",
                        "metrics.listener=127.0.0.1:9293",
                        "controller.quorum.voters=1@127.0.0.1:9192:9092,2@127.0.0.1:9193:9093,3@127.0.0.1:9194:9094");
        assertThat(node.dataDirectory().resolve("meta.properties")).exists();
    }

    @Test
    void knowsNodesById() throws IOException {
        ClusterLayout layout = create();

        assertThatThrownBy(() -> layout.node(4))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("no node 4");
    }

    @Test
    void refusesADamagedDescription() throws IOException {
        create();
        Files.writeString(ClusterDirectory.file(directory), "{\"nodes\": 7}");

        assertThatThrownBy(() -> ClusterLayout.read(directory))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("is damaged");
    }

    @Test
    void choosesFreePortsThatDiffer() {
        PortPlan plan = PortPlan.of(3, 0, new Random(5));

        Set<Integer> ports = new HashSet<>();
        for (int nodeId = 1; nodeId <= 3; nodeId++) {
            ports.addAll(List.of(plan.clientPort(nodeId), plan.quorumPort(nodeId), plan.metricsPort(nodeId)));
        }
        assertThat(ports).hasSize(9).allMatch(port -> port < 32_768);
        plan.requireFree();
    }

    @Test
    void refusesAPortInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = Math.min(taken.getLocalPort(), 65_000);
            PortPlan plan = PortPlan.of(1, port, new Random(1));

            assertThatThrownBy(plan::requireFree)
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("is in use");
        }
    }

    @Test
    void reportsEveryNodeAndIsHealthyOnlyWhenAllAreUp() throws IOException {
        ClusterLayout layout = create();
        ClusterStatus healthy = new ClusterStatus(
                layout,
                1,
                layout.nodes().stream()
                        .map(node -> new ClusterStatus.NodeStatus(node, OptionalLong.of(7), NodeState.up))
                        .toList());

        JsonObject json = healthy.toJson();
        JsonObject second = json.getAsJsonArray("nodes").get(1).getAsJsonObject();

        assertThat(healthy.isHealthy()).isTrue();
        assertThat(json.get("bootstrap").getAsString()).isEqualTo(layout.bootstrap());
        assertThat(second.get("id").getAsInt()).isEqualTo(2);
        assertThat(second.get("address").getAsString()).isEqualTo("127.0.0.1:9093");
        assertThat(second.get("pid").getAsLong()).isEqualTo(7);
        assertThat(second.get("state").getAsString()).isEqualTo("up");
    }

    @Test
    void findsEveryNodeDownWithoutProcessesAndEndsWith3() throws IOException {
        System.setProperty("tidemark.home", directory.toString());
        for (String file :
                List.of("jvm.options", "jvm-24.options", "jvm-small.options", "logback.xml", "logging.properties")) {
            Files.createDirectories(directory.resolve("conf"));
            Files.writeString(directory.resolve("conf").resolve(file), "");
        }
        create();

        CommandRun run =
                CommandRun.of(new FakeCluster(), "cluster", "status", "--dir", directory.toString(), "-o", "json");

        System.clearProperty("tidemark.home");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("\"state\": \"down\"", "\"pid\": null", "\"healthy\": false");
    }

    @Test
    void makesClusterIdsThatNeverLookLikeOptions() {
        for (int i = 0; i < 500; i++) {
            assertThat(ClusterIds.random()).matches("[A-Za-z0-9_][A-Za-z0-9_-]{21}");
        }
    }
}
