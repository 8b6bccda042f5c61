// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Terminal;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.ConsumerGroupMetadata;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.consumer.RebalanceListener;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.engine.broker.Node;
import io.tidemark.engine.broker.NodeConfig;
import io.tidemark.metadata.ratis.DirectoryFormat;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups as people meet them: consumers and commands against a whole node. */
class GroupCommandsTest {
    private static final int PARTITIONS = 4;

    @TempDir
    private Path directory = Path.of(".");

    private String bootstrap = "";

    @Test
    void membersShareATopicAndCommandsSeeAndSetWhatTheyCommit() throws Exception {
        Node node = start();
        try {
            await("the node is ready", () -> node.notReady().isEmpty());
            createTopic("orders");
            write("orders", 40);
            assertThat(membersReadEverythingOnce()).hasSize(40);
            checkCommands();
        } finally {
            node.stop();
        }
    }

    private Node start() throws Exception {
        int[] ports = new int[2];
        for (int i = 0; i < ports.length; i++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                ports[i] = free.getLocalPort();
            }
        }
        Path data = directory.resolve("data");
        Files.createDirectories(data);
        DirectoryFormat.format(data, "alone", 1);
        bootstrap = "127.0.0.1:" + ports[0];
        return Node.start(NodeConfig.load(
                null,
                Map.of(),
                Map.of(
                        "node.id",
                        "1",
                        "log.dirs",
                        data.toString(),
                        "listeners",
                        bootstrap,
                        "offsets.topic.num.partitions",
                        "2",
                        "controller.quorum.voters",
                        "1@127.0.0.1:" + ports[1] + ":" + ports[0])));
    }

    private void createTopic(String name) {
        try (Admin admin = Admin.create(ClientConfig.of(bootstrap))) {
            admin.createTopic(name, PARTITIONS, 1, Map.of());
        }
    }

    private void write(String topic, int count) throws Exception {
        try (Producer producer = Producer.create(ClientConfig.of(bootstrap))) {
            for (int i = 0; i < count; i++) {
                byte[] value = ("value-" + i).getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord(
                                topic, OptionalInt.of(i % PARTITIONS), OptionalLong.empty(), null, value, List.of()))
                        .get(30, TimeUnit.SECONDS);
            }
        }
    }

    private GroupConsumer member() {
        return GroupConsumer.create(ClientConfig.of(bootstrap)
                .with("group.id", "billing")
                .with("auto.offset.reset", "earliest")
                .with("enable.auto.commit", "false"));
    }

    /** The first reads half and commits, the second takes over its part where the first stopped. */
    private List<String> membersReadEverythingOnce() {
        List<String> read = new ArrayList<>();
        List<TopicPartition> revoked = new ArrayList<>();
        try (GroupConsumer first = member();
                GroupConsumer second = member()) {
            assertThat(first.groupMetadata().generationId()).isEqualTo(ConsumerGroupMetadata.NO_GENERATION);
            first.subscribe(List.of("orders"), new RebalanceListener() {
                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    first.commitSync();
                    revoked.addAll(partitions);
                }
            });
            await("the first reads all", () -> {
                take(first, read);
                return read.size() == 40;
            });
            second.subscribe(Pattern.compile("ord.*"), RebalanceListener.NONE);
            await("they share the topic", () -> {
                take(first, read);
                take(second, read);
                return first.assignment().size() == PARTITIONS / 2
                        && second.assignment().size() == PARTITIONS / 2;
            });
            assertThat(revoked).containsExactlyInAnyOrderElementsOf(second.assignment());
            assertThat(first.committed(second.assignment())).hasSize(PARTITIONS / 2);
            assertThat(first.groupMetadata().generationId()).isPositive();
            assertThat(first.groupMetadata().memberId())
                    .isNotEmpty()
                    .isNotEqualTo(second.groupMetadata().memberId());
            first.commitSync();
        }
        return read;
    }

    private static void take(GroupConsumer consumer, List<String> read) {
        for (ConsumerRecord record : consumer.poll(Duration.ofMillis(100))) {
            byte[] value = record.value();
            read.add(value == null ? "" : new String(value, StandardCharsets.UTF_8));
        }
    }

    private void checkCommands() {
        assertThat(run(0, "group", "list")).contains("billing", "empty");
        write4More();
        JsonObject group = JsonParser.parseString(run(0, "group", "describe", "billing", "-o", "json"))
                .getAsJsonObject();
        assertThat(group.get("state").getAsString()).isEqualTo("empty");
        group.getAsJsonArray("partitions").forEach(partition -> {
            assertThat(partition.getAsJsonObject().get("committed").getAsLong()).isEqualTo(10);
            assertThat(partition.getAsJsonObject().get("lag").getAsLong()).isEqualTo(1);
            assertThat(partition.getAsJsonObject().get("lagMs").getAsLong()).isGreaterThanOrEqualTo(0);
        });
        assertThat(run(2, "group", "reset", "billing", "--topic", "orders", "--to", "-3"))
                .contains("orders-0", "7");
        assertThat(run(0, "group", "describe", "billing")).contains("10").doesNotContain(" 7 ");
        run(0, "group", "reset", "billing", "--topic", "orders", "--to", "-3", "--yes");
        assertThat(run(0, "consume", "orders", "--group", "billing", "--max", "16")
                        .lines())
                .hasSize(16);
        run(0, "group", "delete", "billing", "--yes");
        assertThat(run(0, "group", "list")).doesNotContain("billing");
    }

    private void write4More() {
        try {
            write("orders", PARTITIONS);
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private String run(int exitCode, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--bootstrap-server", bootstrap));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int actual = TidemarkCommand.commandLine(
                        new Session(new Terminal(out, err, false, false), new NetworkClients()))
                .execute(all.toArray(String[]::new));
        assertThat(actual).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(exitCode);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void await(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(10_000_000);
        }
    }
}
