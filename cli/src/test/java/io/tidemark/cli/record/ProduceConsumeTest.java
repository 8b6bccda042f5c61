// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.ConsumerRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProduceConsumeTest {
    private final FakeCluster cluster = new FakeCluster();

    private final Path directory;

    ProduceConsumeTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void createTopics() {
        cluster.create("lines", 1, 3);
        cluster.create("spread", 3, 3);
    }

    private CommandRun produce(byte[] bytes, String... words) throws IOException {
        Path file = Files.write(directory.resolve("input"), bytes);
        String[] all = new String[words.length + 3];
        all[0] = "produce";
        all[1] = "--file";
        all[2] = file.toString();
        System.arraycopy(words, 0, all, 3, words.length);
        return CommandRun.of(cluster, all);
    }

    @Test
    void givesAFileBackByteForByte() throws IOException {
        byte[] bytes = new byte[100_001];
        new Random(7).nextBytes(bytes);
        for (int i = 0; i < bytes.length; i += 50) {
            bytes[i] = '\n';
        }
        bytes[bytes.length - 1] = '\n';

        CommandRun run = produce(bytes, "lines");

        assertThat(run.exitCode()).isZero();
        assertThat(CommandRun.of(cluster, "consume", "lines").rawOut()).isEqualTo(bytes);
    }

    @Test
    void readsTheProcessesInputAndLeavesItOpen() {
        AtomicBoolean closed = new AtomicBoolean();
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("one\ntwo\n".getBytes(UTF_8)) {
            @Override
            public void close() {
                closed.set(true);
            }
        });
        try {
            assertThat(CommandRun.of(cluster, "produce", "nowhere").exitCode()).isEqualTo(1);
            assertThat(CommandRun.of(cluster, "produce", "lines").exitCode()).isZero();
        } finally {
            System.setIn(before);
        }

        assertThat(CommandRun.of(cluster, "consume", "lines").rawOut()).isEqualTo("one\ntwo\n".getBytes(UTF_8));
        assertThat(closed).isFalse();
    }

    @Test
    void saysHowManyRecordsWereAcknowledged() throws IOException {
        CommandRun run = produce("a\nb\nc".getBytes(UTF_8), "lines", "-o", "json");

        JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(json.get("records").getAsInt()).isEqualTo(3);
    }

    @Test
    void namesTheLineThatWasRefused() throws IOException {
        CommandRun run = produce(("a\n" + "x".repeat(2_000) + "\nc\n").getBytes(UTF_8), "lines");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("error: line 2: the record is too large (1 of ");
    }

    @Test
    void cutsKeysFromLinesAndPutsThemBack() throws IOException {
        produce("a::1\nb::2::3\n::4\n".getBytes(UTF_8), "lines", "--key-separator", "::");

        assertThat(cluster.log(new TopicPartition("lines", 0)).get(1).value()).isEqualTo("2::3".getBytes(UTF_8));
        assertThat(CommandRun.of(cluster, "consume", "lines", "--key-separator", "=")
                        .out())
                .isEqualTo("a=1\nb=2::3\n=4\n");
    }

    @Test
    void whatIsPrintedAsJsonIsWrittenAgainAsItWas() throws IOException {
        produce(new byte[] {'k', ':', (byte) 0xff, '\n'}, "lines", "--key-separator", ":", "--header", "a=b");
        byte[] printed =
                CommandRun.of(cluster, "consume", "lines", "-o", "json").rawOut();

        assertThat(produce(printed, "spread", "--input", "json", "--partition", "1")
                        .exitCode())
                .isZero();

        ConsumerRecord copy = cluster.log(new TopicPartition("spread", 1)).get(0);
        assertThat(copy.key()).isEqualTo("k".getBytes(UTF_8));
        assertThat(copy.value()).containsExactly((byte) 0xff);
        assertThat(copy.timestampMs()).isEqualTo(1_000);
        assertThat(copy.headers()).singleElement().satisfies(header -> {
            assertThat(header.key()).isEqualTo("a");
            assertThat(header.value()).isEqualTo("b".getBytes(UTF_8));
        });
    }

    @Test
    void absentIsNotEmptyInJson() throws IOException {
        produce("{\"key\":null,\"value\":\"\"}\n{\"key\":\"\"}\n".getBytes(UTF_8), "lines", "--input", "json");

        assertThat(cluster.log(new TopicPartition("lines", 0)).get(0).key()).isNull();
        assertThat(cluster.log(new TopicPartition("lines", 0)).get(0).value()).isEmpty();
        assertThat(cluster.log(new TopicPartition("lines", 0)).get(1).key()).isEmpty();
        assertThat(cluster.log(new TopicPartition("lines", 0)).get(1).value()).isNull();
    }

    @Test
    void namesTheLineThatIsNoRecordInJson() throws IOException {
        CommandRun run = produce("{\"value\":\"a\"}\n[1]\n".getBytes(UTF_8), "lines", "--input", "json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("error: line 2 is no record in JSON: ");
        assertThat(produce("a\n".getBytes(UTF_8), "lines", "--input", "json", "--header", "a=b")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void startsAtATime() throws IOException {
        produce("a\nb\n".getBytes(UTF_8), "lines");

        assertThat(CommandRun.of(cluster, "consume", "lines", "--from", "1970-01-01T00:00:01Z")
                        .out())
                .isEqualTo("a\nb\n");
        assertThat(CommandRun.of(cluster, "consume", "lines", "--from", "1970-01-01T00:00:02Z")
                        .out())
                .isEmpty();
        assertThat(CommandRun.of(cluster, "consume", "lines", "--from", "yesterdayT")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void refusesALineWithoutTheSeparator() throws IOException {
        CommandRun run = produce("a:1\nb\n".getBytes(UTF_8), "lines", "--key-separator", ":");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("error: line 2 has no ':'");
    }

    @Test
    void turnsIdempotenceOffWhenNotEveryReplicaIsAwaited() throws IOException {
        produce("a\n".getBytes(UTF_8), "lines", "--acks", "1", "--compression", "zstd");

        assertThat(cluster.configs.get(1).values())
                .containsEntry("acks", "1")
                .containsEntry("enable.idempotence", "false")
                .containsEntry("compression.type", "zstd");
    }

    @Test
    void startsAndStopsWhereAsked() throws IOException {
        produce("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n".getBytes(UTF_8), "lines");

        assertThat(CommandRun.of(cluster, "consume", "lines", "--from", "3", "--max", "2")
                        .out())
                .isEqualTo("3\n4\n");
        assertThat(CommandRun.of(cluster, "consume", "lines", "--from", "latest")
                        .out())
                .isEmpty();
        assertThat(CommandRun.of(cluster, "consume", "lines", "--max", "0").out())
                .isEmpty();
    }

    @Test
    void readsOnePartitionOrAllOfThem() throws IOException {
        produce("a\nb\n".getBytes(UTF_8), "spread", "--partition", "2");
        produce("c\n".getBytes(UTF_8), "spread", "--partition", "0");

        assertThat(CommandRun.of(cluster, "consume", "spread", "--partition", "2")
                        .out())
                .isEqualTo("a\nb\n");
        assertThat(CommandRun.of(cluster, "consume", "spread").out().lines()).containsExactlyInAnyOrder("a", "b", "c");
        CommandRun absent = CommandRun.of(cluster, "consume", "spread", "--partition", "3");
        assertThat(absent.exitCode()).isEqualTo(1);
        assertThat(absent.err()).isEqualTo("error: topic spread has no partition 3, only 0 to 2\n");
    }

    @Test
    void printsRecordsAsJsonWithBytesThatAreNoTextInBase64() throws IOException {
        produce(new byte[] {'k', ':', (byte) 0xff, '\n'}, "lines", "--key-separator", ":");

        CommandRun run = CommandRun.of(cluster, "consume", "lines", "-o", "json");

        JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(json.get("key").getAsString()).isEqualTo("k");
        assertThat(json.get("valueBase64").getAsString()).isEqualTo("/w==");
        assertThat(json.get("offset").getAsLong()).isZero();
    }
}
