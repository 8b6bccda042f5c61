// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.StoredBatch;
import io.tidemark.chaos.workload.StoredRecord;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoppedLogsTest {
    private static final NodePlan.Ports NO_PORTS = new NodePlan.Ports(0, 0, 0);

    @TempDir
    Path directory = Path.of("");

    private NodePlan node(int nodeId) {
        return new NodePlan(nodeId, directory.resolve("node-" + nodeId), "", NO_PORTS, "", NO_PORTS);
    }

    private void write(NodePlan node, String topic, ByteBuffer... batches) throws IOException {
        Path topics = node.dataDirectory().resolve("topics");
        try (ChronicleLogStore store = ChronicleLogStore.open(topics);
                PartitionLog log = store.open(topic, UUID.randomUUID(), 0, LogConfig.DEFAULT)
                        .log()) {
            long end = 0;
            for (ByteBuffer batch : batches) {
                log.append(batch, end);
                end = log.logEndOffset();
            }
        }
    }

    private static ByteBuffer batch(long baseOffset, int leaderEpoch, long... values) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        for (long value : values) {
            byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
            builder.append(1_000 + value, null, bytes, List.of());
        }
        return builder.build(baseOffset, leaderEpoch);
    }

    /** A batch whose record is no value of the workload. */
    private static ByteBuffer deletion() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1_000, new byte[] {1}, null, List.of());
        return builder.build(0, 0);
    }

    @Test
    void readsBatchesEpochsAndValuesOfEveryNode() throws IOException {
        write(node(1), "chaos", batch(0, 0, 7, 8), batch(2, 3, 9));
        write(node(2), "chaos", batch(0, 0, 7, 8));
        List<ReplicaLog> logs =
                StoppedLogs.read(List.of(node(1), node(2)), "chaos", List.of()).logs();
        assertThat(logs).extracting(ReplicaLog::nodeId).containsExactly(1, 2);
        ReplicaLog first = logs.get(0);
        assertThat(first.topic()).isEqualTo("chaos");
        assertThat(first.endOffset()).isEqualTo(3);
        assertThat(first.epochs()).isEqualTo(Map.of(0, 0L, 3, 2L));
        assertThat(first.batches()).extracting(StoredBatch::leaderEpoch).containsExactly(0, 3);
        assertThat(first.records())
                .containsExactly(
                        new StoredRecord(0, 7, 1_007), new StoredRecord(1, 8, 1_008), new StoredRecord(2, 9, 1_009));
        assertThat(logs.get(1).batches()).isEqualTo(first.batches().subList(0, 1));
    }

    @Test
    void readsOnlyBatchesOfOtherTopicsAndNothingOfThoseNotAskedFor() throws IOException {
        write(node(1), "groups", deletion());
        write(node(1), "strange", batch(0, 0, 7));
        assertThat(StoppedLogs.read(List.of(node(1)), "chaos", List.of("chaos", "groups"))
                        .logs())
                .singleElement()
                .satisfies(log -> {
                    assertThat(log.topic()).isEqualTo("groups");
                    assertThat(log.batches()).hasSize(1);
                    assertThat(log.records()).isEmpty();
                });
    }

    @Test
    void findsNothingOnANodeWhoseLogsAreGone() throws IOException {
        StoppedLogs.Found found = StoppedLogs.read(List.of(node(1)), "chaos", List.of());
        assertThat(found.logs()).isEmpty();
        assertThat(found.unreadable()).isEmpty();
    }

    @Test
    void namesALogThatCannotBeReadAndReadsTheOthers() throws IOException {
        ByteBuffer second = batch(1, 0, 8);
        write(node(1), "chaos", batch(0, 0, 7), second);
        write(node(2), "chaos", batch(0, 0, 7), second);
        flip(node(1), second, 0);
        StoppedLogs.Found found = StoppedLogs.read(List.of(node(1), node(2)), "chaos", List.of());
        assertThat(found.logs()).extracting(ReplicaLog::nodeId).containsExactly(2);
        assertThat(found.unreadable()).singleElement().asString().startsWith("chaos-0 on node 1: ");
    }

    @Test
    void namesALogWhosePayloadIsDamaged() throws IOException {
        ByteBuffer batch = batch(0, 0, 7);
        write(node(1), "chaos", batch);
        flip(node(1), batch, batch.remaining() - 2);
        StoppedLogs.Found found = StoppedLogs.read(List.of(node(1)), "chaos", List.of());
        assertThat(found.logs()).isEmpty();
        assertThat(found.unreadable()).singleElement().asString().startsWith("chaos-0 on node 1: ");
    }

    /** What a disk may do behind the back of a log that was closed in good order. */
    private static void flip(NodePlan node, ByteBuffer batch, int index) throws IOException {
        byte[] sought = new byte[batch.remaining()];
        batch.duplicate().get(sought);
        String soughtText = new String(sought, StandardCharsets.ISO_8859_1);
        try (Stream<Path> files = Files.walk(node.dataDirectory())) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".cq4")).toList()) {
                int at = Files.readString(file, StandardCharsets.ISO_8859_1).indexOf(soughtText);
                assertThat(at).isPositive();
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) (sought[index] ^ 1)}), at + index);
                }
            }
        }
    }
}
