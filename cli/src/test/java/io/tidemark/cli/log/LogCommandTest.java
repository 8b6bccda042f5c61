// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCommandTest {
    private static final UUID TOPIC_ID = new UUID(3, 4);

    @TempDir
    Path node = Path.of("");

    @BeforeEach
    void write() throws IOException {
        try (ChronicleLogStore store = ChronicleLogStore.open(node.resolve("topics"));
                PartitionLog log =
                        store.open("orders", TOPIC_ID, 2, LogConfig.DEFAULT).log()) {
            log.appendEpoch(4);
            append(log, 5);
            log.truncateTo(3, 5);
            append(log, 2);
        }
    }

    private static void append(PartitionLog log, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            BatchBuilder builder = new BatchBuilder(Compression.NONE);
            builder.producer(77, (short) 1, i);
            builder.append(1000, (byte[]) null, new byte[100], List.of());
            log.append(builder.build(log.logEndOffset(), 5), log.logEndOffset());
        }
    }

    private CommandRun run(String... words) {
        return CommandRun.of(new FakeCluster(), words);
    }

    private Path log() {
        return node.resolve("topics").resolve("orders-2." + TOPIC_ID);
    }

    /** Flips a byte of the first batch; those at the end of the segment were cut away and are nobody's. */
    private void damage() throws IOException {
        Path segment = log().resolve("19700101-000000P.cq4");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment));
        int producerAt = 0;
        while (bytes.getLong(producerAt) != 77) {
            producerAt++;
        }
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1}), producerAt);
        }
    }

    @Test
    void verifiesASoundNode() {
        CommandRun run = run("log", "verify", node.toString());
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("LOG").containsPattern("orders-2 +sound +cleanly +0 +5 +5 +2");
    }

    @Test
    void verifiesAsJson() {
        CommandRun run = run("log", "verify", log().toString(), "-o", "json");
        JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(json.get("sound").getAsBoolean()).isTrue();
        JsonArray logs = json.getAsJsonArray("logs");
        assertThat(logs).hasSize(1);
        assertThat(logs.get(0).getAsJsonObject().get("logEndOffset").getAsLong())
                .isEqualTo(5);
    }

    @Test
    void tellsDamageByItsExitCodeAndChangesNothing() throws IOException {
        damage();
        CommandRun run = run("log", "verify", node.toString());
        assertThat(run.exitCode()).as(run.out()).isEqualTo(3);
        assertThat(run.out()).contains("damaged").contains("segment 0");
        assertThat(run("log", "verify", node.toString()).out()).isEqualTo(run.out());
    }

    @Test
    void dumpsEveryRecordAndWhatWasCutAway() {
        CommandRun run = run("log", "dump", node.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().filter(line -> line.contains("BATCH"))).hasSize(7);
        assertThat(run.out().lines().filter(line -> line.contains(" no "))).hasSize(2);
        assertThat(run.out())
                .contains("EPOCH")
                .contains("TRUNCATE")
                .contains("ends at 3")
                .contains("producer 77");
        CommandRun live = run("log", "dump", node.toString(), "--live");
        assertThat(live.out().lines().filter(line -> line.contains("BATCH"))).hasSize(5);
    }

    @Test
    void dumpsAsOneJsonObjectALine() {
        CommandRun run = run("log", "dump", log().toString(), "-o", "json");
        List<JsonObject> records = run.out()
                .lines()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertThat(records).hasSize(9);
        assertThat(records.get(0).get("kind").getAsString()).isEqualTo("epoch");
        assertThat(records.get(8).get("endOffset").getAsLong()).isEqualTo(5);
    }

    @Test
    void dumpsWhatIsWrong() throws IOException {
        damage();
        CommandRun run = run("log", "dump", node.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("FAULT").contains("bad record");
    }

    @Test
    void refusesWhileTheNodeRuns() throws IOException {
        try (ChronicleLogStore running = ChronicleLogStore.open(node.resolve("topics"))) {
            assertThat(running.list()).isNotEmpty();
            CommandRun run = run("log", "verify", node.toString());
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("stop it first");
        }
    }

    @Test
    void refusesADirectoryWithoutLogs(@TempDir Path empty) {
        assertThat(run("log", "dump", empty.toString()).exitCode()).isEqualTo(1);
        assertThat(run("log", "dump", empty.resolve("no").toString()).err()).contains("is not a directory");
        assertThat(run("log", "dump").exitCode()).isEqualTo(2);
    }
}
