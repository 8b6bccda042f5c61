// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.engine.runtime.ProducerFold;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.CreateTopicRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of a follower changes what was whole: its scrubber finds it, and the leader makes it good. */
class ScrubbedReplicaTest {
    private static final int LEASE_MS = 5_000;
    private static final int RECORDS = 12;
    private static final long SCRUB_BYTES_PER_SECOND = 64L << 20;
    private static final long SCRUB_REST_MS = 20;

    private final LocalBrokers brokers = new LocalBrokers(LEASE_MS);
    private final Map<Integer, ChronicleLogStore> stores = new TreeMap<>();
    private final List<String> damage = new CopyOnWriteArrayList<>();
    private Path directory = Path.of("");
    private ClusterClient client = new ClusterClient(Map.of());

    @BeforeEach
    void start(@TempDir Path dataDirectories) throws Exception {
        directory = dataDirectories;
        brokers.useDirectory(dataDirectories);
        for (int id = 1; id <= 3; id++) {
            stores.put(id, ChronicleLogStore.open(topics(id), ProducerFold::new));
            brokers.start(id, storeOf(id));
        }
        client = brokers.client();
        brokers.awaitReady();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        stopBrokers();
        assertThat(brokers.faults()).isEmpty();
    }

    private void stopBrokers() throws Exception {
        brokers.stop();
        for (ChronicleLogStore store : stores.values()) {
            store.close();
        }
        stores.clear();
    }

    private ChronicleLogStore storeOf(int id) {
        return requireNonNull(stores.get(id));
    }

    private Path topics(int id) {
        return directory.resolve("topics-" + id);
    }

    /** Each record gets a segment of its own, since it comes a millisecond after the one before. */
    private void writeSegments() {
        CreateTopicRequest request = CreateTopicRequest.newBuilder()
                .setName("orders")
                .setPartitionCount(1)
                .setReplicationFactor(3)
                .putConfigs("segment.ms", "1")
                .build();
        assertThat(AdminServiceGrpc.newBlockingStub(client.channel(1))
                        .withWaitForReady()
                        .withDeadlineAfter(20, TimeUnit.SECONDS)
                        .createTopic(request)
                        .getErrorMessage())
                .isEmpty();
        for (int i = 0; i < RECORDS; i++) {
            client.produceSomewhere(List.of(1, 2, 3), "orders", value(i));
        }
    }

    private static String value(int i) {
        return "record-" + i + "-" + "x".repeat(500);
    }

    private PartitionImage partition() {
        return requireNonNull(brokers.quorum().image().topic("orders"))
                .partitions()
                .get(0);
    }

    private UUID topicId() {
        return requireNonNull(brokers.quorum().image().topic("orders")).topicId();
    }

    private List<Path> segments(int id) throws IOException {
        try (var files = Files.list(topics(id).resolve("orders-0." + topicId()))) {
            return files.filter(path -> path.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    /** Changes one bit of the sealed segment in which a record lies. */
    private void damage(int id, String value) throws IOException {
        List<Path> segments = segments(id);
        for (Path segment : segments.subList(0, segments.size() - 1)) {
            int at = Files.readString(segment, StandardCharsets.ISO_8859_1).indexOf(value);
            if (at >= 0) {
                int place = value.length() / 2;
                try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) (value.charAt(place) ^ 1)}), at + place);
                }
                return;
            }
        }
        throw new AssertionError("no sealed segment of " + id + " holds the record");
    }

    /** What the disk of a broker that has ended holds. */
    private List<ByteBuffer> batches(int id) throws IOException {
        List<ByteBuffer> batches = new ArrayList<>();
        try (ChronicleLogStore store = ChronicleLogStore.open(topics(id), ProducerFold::new);
                PartitionLog log =
                        store.open("orders", topicId(), 0, LogConfig.DEFAULT).log()) {
            log.scan(
                    0,
                    batch -> batches.add(ByteBuffer.allocate(batch.remaining())
                            .put(batch.duplicate())
                            .flip()));
        }
        return batches;
    }

    @Test
    void aFollowerWhoseDiskChangedASealedSegmentLeavesTheInSyncReplicasAndReturnsWithTheLeadersBytes()
            throws Exception {
        writeSegments();
        ClusterClient.await("all are in sync", () -> partition().isr().size() == 3);
        int leader = partition().leader();
        int follower = leader == 1 ? 2 : 1;
        List<List<Integer>> inSync = new CopyOnWriteArrayList<>();
        brokers.quorum()
                .client()
                .addListener((before, after, delta) -> inSync.add(requireNonNull(after.topic("orders"))
                        .partitions()
                        .get(0)
                        .isr()));
        damage(follower, value(2));

        storeOf(follower).startScrubbing(SCRUB_BYTES_PER_SECOND, SCRUB_REST_MS, (log, detail) -> {
            damage.add(detail);
            brokers.role(follower).onDamage(log, detail);
        });
        ClusterClient.await("it leaves", () -> inSync.stream().anyMatch(replicas -> !replicas.contains(follower)));
        ClusterClient.await("it is back", () -> partition().isr().size() == 3);
        assertThat(client.produceSomewhere(List.of(1, 2, 3), "orders", "after").getReplicaCount())
                .isEqualTo(3);

        assertThat(damage).isNotEmpty().allMatch(told -> told.contains("segment 2: bad record"));
        stopBrokers();
        assertThat(batches(follower)).hasSize(RECORDS + 1).isEqualTo(batches(leader));
    }
}
