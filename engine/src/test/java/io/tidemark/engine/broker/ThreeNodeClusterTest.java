// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three whole nodes in one JVM: the quorum on Ratis, logs on Chronicle Queue, everything over gRPC. */
class ThreeNodeClusterTest {
    private static final List<Integer> ALL = List.of(1, 2, 3);

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final SortedMap<Integer, Node> nodes = new TreeMap<>();
    private final SortedMap<Integer, NodeConfig> configs = new TreeMap<>();
    private ClusterClient client = new ClusterClient(Map.of());

    @BeforeEach
    void startThreeNodes(@TempDir Path directory) throws Exception {
        List<Integer> free = FreePorts.take(6);
        List<String> voters = new ArrayList<>();
        Map<Integer, Integer> ports = new TreeMap<>();
        for (int id : ALL) {
            ports.put(id, free.get(id - 1));
            voters.add(id + "@127.0.0.1:" + free.get(id + 2) + ":" + free.get(id - 1));
        }
        for (int id : ALL) {
            Path dir = directory.resolve("node-" + id);
            DirectoryFormat.format(dir, "three-nodes", id);
            configs.put(
                    id,
                    NodeConfig.load(
                            null,
                            Map.of(),
                            Map.of(
                                    "node.id", String.valueOf(id),
                                    "log.dirs", dir.toString(),
                                    "listeners", "127.0.0.1:" + ports.get(id),
                                    "controller.quorum.voters", String.join(",", voters))));
        }
        for (int id : ALL) {
            start(id);
        }
        client = new ClusterClient(ports);
        awaitReady();
    }

    @AfterEach
    void stopAll() {
        client.close();
        nodes.values().forEach(Node::abandon);
        assertThat(faults).isEmpty();
    }

    private void start(int id) throws StartupException {
        nodes.put(id, Node.start(requireNonNull(configs.get(id)), (reason, cause) -> faults.add(id + ": " + reason)));
    }

    private Node take(int id) {
        return requireNonNull(nodes.remove(id));
    }

    private void awaitReady() {
        ClusterClient.await("every node is ready", () -> nodes.values().stream()
                .allMatch(node -> node.notReady().isEmpty()));
    }

    private List<Integer> without(int node) {
        List<Integer> others = new ArrayList<>(ALL);
        others.remove((Integer) node);
        return others;
    }

    private void awaitWholeIsr(String topic, int at) {
        ClusterClient.await(
                "all replicas are in sync", () -> client.partition(at, topic).getIsrCount() == 3);
    }

    @Test
    void keepsEveryAcknowledgedRecordThroughFailoverAndRestarts() throws Exception {
        assertThat(client.createTopic(1, "orders", 1, 3).getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        List<String> acknowledged = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            write(ALL, "first-" + i, acknowledged);
        }

        int old = client.partition(1, "orders").getLeader();
        take(old).abandon();
        write(without(old), "after-crash", acknowledged);
        start(old);
        awaitReady();
        awaitWholeIsr("orders", old);
        assertThat(write(ALL, "after-return", acknowledged).getReplicaCount()).isEqualTo(3);

        int leader = client.partition(1, "orders").getLeader();
        take(leader).stop();
        write(without(leader), "after-stop", acknowledged);
        start(leader);
        awaitReady();
        awaitWholeIsr("orders", leader);

        for (int id : ALL) {
            take(id).abandon();
        }
        for (int id : ALL) {
            start(id);
        }
        awaitReady();
        write(ALL, "after-all-crashed", acknowledged);
        assertThat(client.values(client.partition(1, "orders").getLeader(), "orders"))
                .containsExactlyElementsOf(acknowledged);
    }

    private ProduceResponse write(List<Integer> nodesToTry, String value, List<String> acknowledged) {
        ProduceResponse response = client.produceSomewhere(nodesToTry, "orders", value);
        acknowledged.add(value);
        return response;
    }
}
