// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.observe.StateDump;
import io.tidemark.engine.replication.ReplicaState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateWatchTest {
    @TempDir
    Path directory = Path.of("");

    private final CountDownLatch asked = new CountDownLatch(3);
    private final AtomicLong clockNanos = new AtomicLong();
    private String page = "";
    private final HttpServer server;

    StateWatchTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void serve() {
        server.createContext("/", exchange -> {
            byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
            asked.countDown();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private NodePlan node() {
        String host = server.getAddress().getAddress().getHostAddress();
        NodePlan.Ports ports = new NodePlan.Ports(0, 0, server.getAddress().getPort());
        return new NodePlan(2, directory, host, ports, host, ports);
    }

    private static PartitionSnapshot snapshot(String topic) {
        ReplicaState state = new ReplicaState(
                ReplicaState.Role.LEADER,
                2,
                4,
                9,
                3,
                12,
                11,
                10,
                List.of(1, 2, 3),
                List.of(2, 3),
                List.of(1, 2, 3),
                2,
                List.of(1, 3),
                List.of(-1L, 12L),
                0,
                0);
        return new PartitionSnapshot(topic, new UUID(1, 2), 5, state, 100, PartitionSnapshot.NEVER, null);
    }

    private List<NodeSample> watched() throws IOException, InterruptedException {
        try (StateWatch watch =
                new StateWatch(List.of(node()), "chaos", clockNanos::incrementAndGet, directory.resolve("states"))) {
            // What was asked for before the last time has been taken.
            asked.await();
            return watch.samples();
        }
    }

    @Test
    void keepsWhatANodeTellsOfTheTopicByTime() throws Exception {
        page = new StateDump("c", 2, 7, 30, 1, "RUNNING", true, List.of(snapshot("chaos"), snapshot("other"))).toJson();
        List<NodeSample> samples = watched();
        assertThat(samples)
                .hasSizeGreaterThanOrEqualTo(2)
                .extracting(NodeSample::timeNanos)
                .isSorted();
        PartitionSample partition =
                new PartitionSample(5, "LEADER", 2, 4, 9, new PartitionSample.Offsets(3, 10, 12), List.of(2, 3), 2, "");
        assertThat(samples.get(0)).isEqualTo(new NodeSample(1, 2, 7, 1, true, List.of(partition)));
        assertThat(Files.readAllLines(directory.resolve("states")))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(line -> assertThat(line).contains("\"time\":", "\"topic\":\"other\""));
    }

    @Test
    void passesOverAnswersThatAreNone() throws Exception {
        page = "no such page";
        assertThat(watched()).isEmpty();
    }

    @Test
    void findsAMetricWithoutLabelsByItsWholeName() {
        page = "# HELP a_b_total text\na_b_total_more 3.0\na_b_total{x=\"y\"} 4.0\na_b_total 12.5\n";
        assertThat(NodePages.metric(node(), "a_b_total")).hasValue(12.5);
        assertThat(NodePages.metric(node(), "a_b")).isEmpty();
    }
}
