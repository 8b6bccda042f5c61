// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.v1.Acks;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people get wrong, against a real cluster: one line that says what to do, an exit code, no stack trace, no hang. */
@Timeout(240)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BadInputTest {
    private static final Distribution TIDEMARK = Distribution.built();
    private static final String TOPIC = "there";

    @TempDir
    static Path directory = Path.of("");

    private static JsonObject status = new JsonObject();

    /** Words, with {dir} for the cluster's directory, and what must come of them. */
    private record Case(String words, int exitCode, String line) {
        @Override
        public String toString() {
            return words.length() > 60 ? words.substring(0, 60) : words;
        }
    }

    @BeforeAll
    static void startCluster() throws IOException {
        good("cluster start --dir {dir}/cluster --base-port 0");
        status = JsonParser.parseString(good("cluster status --dir {dir}/cluster -o json"))
                .getAsJsonObject();
        good("topic create " + TOPIC + " --partitions 3");
        good("topic create a.b");
        Files.writeString(directory.resolve("lines"), "one\ntwo\n");
        Files.write(directory.resolve("big"), new byte[3 << 20]);
        Files.writeString(directory.resolve("unknown.properties"), "no.such=1\n");
        Files.writeString(
                directory.resolve("unformatted.properties"),
                "node.id=1\ncluster.id=x\nlog.dirs=" + directory.resolve("empty")
                        + "\ncontroller.quorum.voters=1@127.0.0.1:2:3\n");
        String config = Files.readString(directory.resolve("cluster/node-1/node.properties"));
        Files.writeString(directory.resolve("locked.properties"), config);
        Files.writeString(
                directory.resolve("foreign.properties"),
                config.replaceAll("(?m)^cluster.id=.*$", "cluster.id=another"));
        good("format --config {dir}/cluster/node-1/node.properties --set log.dirs={dir}/fresh");
        Files.writeString(
                directory.resolve("taken.properties"),
                config.replaceAll("(?m)^log.dirs=.*$", "log.dirs=" + directory.resolve("fresh"))
                        .replaceAll(
                                "(?m)^controller.quorum.voters=.*$",
                                "controller.quorum.voters=9@127.0.0.1:" + portOf("quorumAddress") + ":"
                                        + portOf("address"))
                        .replaceAll("(?m)^process.roles=.*$", "process.roles=broker")
                        .replaceAll("(?m)^metrics.listener=.*$", ""));
    }

    @AfterAll
    static void killCluster() {
        run("cluster kill all --dir {dir}/cluster");
    }

    private static String portOf(String name) {
        String address = status.getAsJsonArray("nodes")
                .get(0)
                .getAsJsonObject()
                .get(name)
                .getAsString();
        return address.substring(address.lastIndexOf(':') + 1);
    }

    private static Distribution.Ended run(String words) {
        // Empty words are written as "".
        List<String> line = Stream.of(
                        words.replace("{dir}", directory.toString()).split(" "))
                .map(word -> word.equals("\"\"") ? "" : word)
                .toList();
        return TIDEMARK.run(
                directory,
                Map.of("TIDEMARK_CLUSTER", directory.resolve("cluster").toString()),
                line);
    }

    private static String good(String words) {
        Distribution.Ended ended = run(words);
        assertThat(ended.exitCode()).as("%s: %s", words, ended.err()).isZero();
        return ended.out();
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("topic describe nosuch", 1, "there is no such topic; list topics to see what there is"),
                new Case("topic delete nosuch", 1, "no topic \"nosuch\""),
                new Case("topic alter nosuch --set retention.ms=1", 1, "no topic \"nosuch\""),
                new Case("consume nosuch", 1, "does not exist: create it first"),
                new Case("produce nosuch", 1, "there is no such topic"),
                new Case("produce nosuch --file {dir}/lines", 1, "there is no such topic"),
                new Case("topic create \"\"", 1, "a topic name must not be empty"),
                new Case("topic create ..", 1, "a topic must not be named \"..\""),
                new Case("topic create " + "x".repeat(250), 1, "a topic name has at most 249 characters"),
                new Case("topic create a/b", 1, "use letters, digits, '.', '_' and '-'"),
                new Case("topic create a_b", 1, "names must differ in more than '.' and '_'"),
                new Case("topic create " + TOPIC, 1, "exists already"),
                new Case(
                        "topic create many --replication-factor 5",
                        1,
                        "start more brokers or ask for a smaller factor"),
                new Case("topic create c --config no.such=1", 1, "unknown topic config no.such; known are"),
                new Case("topic create c --config retention.ms=abc", 1, "milliseconds from 1"),
                new Case("topic alter " + TOPIC + " --set no.such=1", 1, "unknown topic config no.such; known are"),
                new Case("produce " + TOPIC + " --file {dir}/big", 1, "more than the 1048576 that max.request.size"),
                new Case("produce " + TOPIC + " --file {dir}/nosuch", 1, "nosuch: no such file"),
                new Case("produce " + TOPIC + " --partition 7", 1, "has no partition 7, only 0 to 2"),
                new Case("consume " + TOPIC + " --partition 7", 1, "has no partition 7, only 0 to 2"),
                new Case("produce " + TOPIC + " --client-config no.such=1", 2, "unknown client setting no.such"),
                new Case("consume " + TOPIC + " --from soon", 2, "--from is earliest, latest, an offset or a time"),
                new Case("consume " + TOPIC + " --max -1", 2, "--max must not be negative"),
                new Case("cluster kill 9", 2, "there is no node 9"),
                new Case("cluster start --dir {dir}/cluster --nodes 5", 2, "leave --nodes out, or give another --dir"),
                new Case("cluster status --dir {dir}/nosuch", 1, "make one with 'tidemark cluster start"),
                new Case("topic list --bootstrap-server 127.0.0.1:1", 1, "check that the cluster runs"),
                new Case("produce t --bootstrap-server 127.0.0.1:1", 1, "check that the cluster runs"),
                new Case("consume t --bootstrap-server 127.0.0.1:1", 1, "that the cluster runs"),
                new Case("topic list --bootstrap-server nonsense", 2, "comma separated list of HOST:PORT"),
                new Case("server --config {dir}/nosuch", 2, "nosuch: no such file"),
                new Case("server --config {dir}/unknown.properties", 2, "unknown config key \"no.such\""),
                new Case("server --config {dir}/unformatted.properties", 1, "empty"),
                new Case("server --config {dir}/locked.properties", 1, "is in use by another node; stop that one"),
                new Case("server --config {dir}/foreign.properties", 1, "correct log.dirs, node.id or cluster.id"),
                new Case("server --config {dir}/taken.properties", 1, "free it or set listeners"),
                new Case("format --config {dir}/locked.properties", 1, "is formatted already, for node 1"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Order(1)
    void isAnsweredWithOneLineThatSaysWhatToDo(Case bad) {
        Distribution.Ended ended = run(bad.words());

        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.err())
                .startsWith("error: ")
                .contains(bad.line())
                .doesNotContain("Exception", "internal fault");
        assertThat(ended.exitCode()).isEqualTo(bad.exitCode());
    }

    @Test
    @Order(2)
    void isRefusedByTheServicesWithTheirErrorsAndStatuses() throws InterruptedException {
        String node = status.get("bootstrap").getAsString().split(",", 2)[0];
        ManagedChannel channel = Grpc.newChannelBuilder(node, InsecureChannelCredentials.create())
                .build();
        try {
            ProduceServiceGrpc.ProduceServiceBlockingStub produce = ProduceServiceGrpc.newBlockingStub(channel);
            assertThat(produce.produce(request(TOPIC, damagedBatch())).getError())
                    .isEqualTo(ErrorCode.ERROR_CODE_CORRUPT_BATCH);
            ProduceResponse unknown = produce.produce(request("nosuch", batch()));
            assertThat(unknown.getError()).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
            assertThat(AdminServiceGrpc.newBlockingStub(channel)
                            .createTopic(CreateTopicRequest.newBuilder()
                                    .setName("..")
                                    .build())
                            .getError())
                    .isEqualTo(ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME);
            assertThatThrownBy(() -> FetchServiceGrpc.newBlockingStub(channel)
                            .fetch(FetchRequest.newBuilder().setMaxWaitMs(-1).build()))
                    .isInstanceOfSatisfying(
                            StatusRuntimeException.class,
                            fault -> assertThat(fault.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    private static ProduceRequest request(String topic, ByteBuffer batch) {
        return ProduceRequest.newBuilder()
                .setTopic(topic)
                .setAcks(Acks.ACKS_ALL)
                .setBatch(ByteString.copyFrom(batch))
                .build();
    }

    private static ByteBuffer batch() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1_000, null, "value".getBytes(StandardCharsets.UTF_8), List.of());
        return builder.build(0, 0);
    }

    private static ByteBuffer damagedBatch() {
        ByteBuffer batch = batch();
        int last = batch.limit() - 1;
        batch.put(last, (byte) (batch.get(last) ^ 1));
        return batch;
    }

    @Test
    @Order(3)
    void aNodeThatIsStartedSoonAfterItsDeathIsCalledReadyOnlyInItsNewLife() throws IOException {
        good("cluster kill 2 --dir {dir}/cluster");
        good("cluster restart 2 --dir {dir}/cluster");

        String metrics = status.getAsJsonArray("nodes")
                .get(1)
                .getAsJsonObject()
                .get("metricsAddress")
                .getAsString();
        HttpURLConnection ready = (HttpURLConnection)
                URI.create("http://" + metrics + "/ready").toURL().openConnection();
        assertThat(ready.getResponseCode()).isEqualTo(200);
    }

    @Test
    @Order(4)
    void aLostQuorumIsReportedByCommandsThatNeedIt() {
        good("cluster kill 2 3 --dir {dir}/cluster");

        Distribution.Ended created = run("topic create late");
        assertThat(created.exitCode()).isEqualTo(1);
        assertThat(created.err().lines()).hasSize(1);
        assertThat(created.err()).startsWith("error: ").doesNotContain("Exception");
        Distribution.Ended produced =
                run("produce " + TOPIC + " --file {dir}/lines --client-config delivery.timeout.ms=3000");
        assertThat(produced.exitCode()).isEqualTo(1);
        assertThat(produced.err().lines()).hasSize(1);
        assertThat(produced.err()).startsWith("error: ").doesNotContain("Exception");
        assertThat(run("cluster status --dir {dir}/cluster").exitCode()).isEqualTo(3);
    }
}
