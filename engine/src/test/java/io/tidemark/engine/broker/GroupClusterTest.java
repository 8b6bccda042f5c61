// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.v1.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups on three whole nodes: members come, read, die and are silent; coordinators die. */
class GroupClusterTest {
    private static final List<Integer> ALL = List.of(1, 2, 3);

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final SortedMap<Integer, Node> nodes = new TreeMap<>();
    private final SortedMap<Integer, Integer> ports = new TreeMap<>();
    private ClusterClient client = new ClusterClient(Map.of());

    @BeforeEach
    void startThreeNodes(@TempDir Path directory) throws Exception {
        List<Integer> free = FreePorts.take(6);
        List<String> voters = new ArrayList<>();
        for (int id : ALL) {
            ports.put(id, free.get(id - 1));
            voters.add(id + "@127.0.0.1:" + free.get(id + 2) + ":" + free.get(id - 1));
        }
        for (int id : ALL) {
            Path dir = directory.resolve("node-" + id);
            DirectoryFormat.format(dir, "group-nodes", id);
            Map<String, String> settings = new TreeMap<>();
            settings.put("node.id", String.valueOf(id));
            settings.put("log.dirs", dir.toString());
            settings.put("listeners", "127.0.0.1:" + ports.get(id));
            settings.put("controller.quorum.voters", String.join(",", voters));
            settings.put("offsets.topic.num.partitions", "2");
            settings.put("group.consumer.session.timeout.ms", "4000");
            settings.put("group.consumer.heartbeat.interval.ms", "500");
            NodeConfig config = NodeConfig.load(null, Map.of(), settings);
            nodes.put(id, Node.start(config, (reason, cause) -> faults.add(id + ": " + reason)));
        }
        client = new ClusterClient(ports);
        ClusterClient.await("every node is ready", () -> nodes.values().stream()
                .allMatch(node -> node.notReady().isEmpty()));
    }

    @AfterEach
    void stopAll() {
        client.close();
        nodes.values().forEach(Node::abandon);
        assertThat(faults).isEmpty();
    }

    @Test
    void groupOutlivesItsCoordinatorAndItsMembers() {
        assertThat(client.createTopic(1, "orders", 6, 3).getError()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        GroupClient group = new GroupClient(client, ports, "billing");
        GroupClient.WireMember first = group.member("first", "orders");
        first.heartbeatUntil("it reads all", () -> first.owned().size() == 6);

        GroupClient.WireMember second = group.member("second", "orders");
        GroupClient.settle(List.of(first, second), 3);
        assertThat(union(first, second)).hasSize(6);
        int firstPartition = first.owned().first();
        assertThat(first.commit(firstPartition, 10)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(second.commit(firstPartition, 99)).isEqualTo(ErrorCode.ERROR_CODE_PARTITION_NOT_OWNED);
        assertThat(group.committed("orders", firstPartition)).isEqualTo(10);

        assertThatThrownBy(() -> client.deleteTopic(1, "__consumer_offsets")).hasMessageContaining("delete the groups");
        assertThat(client.alterConfig(1, "__consumer_offsets", "cleanup.policy", "delete"))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_CONFIG);

        int epochBefore = first.memberEpoch();
        int coordinator = group.coordinator();
        requireNonNull(nodes.remove(coordinator)).abandon();
        group.leaveOut(coordinator);
        // Whatever coordinator answers first, it tells the offset that was acknowledged.
        assertThat(group.committed("orders", firstPartition)).isEqualTo(10);
        first.heartbeatUntil("the member is known still", () -> first.memberEpoch() == epochBefore);
        GroupClient.settle(List.of(first, second), 3);
        assertThat(first.commit(firstPartition, 20)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(group.committed("orders", firstPartition)).isEqualTo(20);

        // The second says nothing any more.
        first.heartbeatUntil("the first reads all again", () -> first.owned().size() == 6);
        assertThat(second.commit(second.owned().first(), 5)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_MEMBER);

        first.leave();
        assertThat(group.committed("orders", firstPartition)).isEqualTo(20);
        assertThat(group.delete()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(group.committed("orders", firstPartition)).isEqualTo(-1);
    }

    private static SortedSet<Integer> union(GroupClient.WireMember first, GroupClient.WireMember second) {
        SortedSet<Integer> all = new TreeSet<>(first.owned());
        all.addAll(second.owned());
        return all;
    }
}
