// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.client.Header;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.fake.FakeCluster;
import io.tidemark.client.fake.FakeLog;
import io.tidemark.client.fake.ProduceFault;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.record.RecordView;
import io.tidemark.v1.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
@SuppressWarnings("FutureReturnValueIgnored") // Closing and flushing wait for the writes.
class GrpcProducerTest {
    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);

    private final FakeCluster cluster = new FakeCluster(3);

    @AfterEach
    void closeCluster() {
        cluster.close();
    }

    private ClientConfig config() {
        return cluster.config().with("linger.ms", "0").with("retry.backoff.ms", "5");
    }

    private static ProducerRecord record(int partition, String value) {
        return new ProducerRecord(
                "orders",
                OptionalInt.of(partition),
                OptionalLong.empty(),
                null,
                value.getBytes(StandardCharsets.UTF_8),
                List.of());
    }

    private static TidemarkException failureOf(CompletableFuture<?> future) throws Exception {
        try {
            future.get(20, TimeUnit.SECONDS);
            throw new AssertionError("it did not fail");
        } catch (ExecutionException e) {
            return (TidemarkException) Objects.requireNonNull(e.getCause());
        }
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    @Test
    void writesRecordsInOrderWithTheirOffsets() throws Exception {
        cluster.createTopic("orders", 1);
        List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
        try (Producer producer = Producer.create(config())) {
            numbers(100).forEach(value -> sent.add(producer.send(record(0, value))));
            producer.flush();
        }

        for (int i = 0; i < sent.size(); i++) {
            assertThat(sent.get(i).get().offset()).isEqualTo(i);
            assertThat(sent.get(i).get().replicaCount()).isEqualTo(3);
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).isEqualTo(numbers(100));
    }

    @Test
    void keepsKeyTimeAndHeaders() throws Exception {
        cluster.createTopic("orders", 1);
        byte[] key = {1, 2};
        Header header = new Header("trace", new byte[] {9});
        try (Producer producer = Producer.create(config())) {
            producer.send(new ProducerRecord(
                            "orders", OptionalInt.empty(), OptionalLong.of(1234), key, null, List.of(header)))
                    .get();
        }

        RecordView stored = cluster.withLog(ORDERS, log -> log.records().get(0));
        assertThat(stored.keyCopy()).isEqualTo(key);
        assertThat(stored.valueCopy()).isNull();
        assertThat(stored.timestampMs()).isEqualTo(1234);
        assertThat(stored.headers().get(0).key()).isEqualTo("trace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "snappy", "lz4", "zstd"})
    void compresses(String codec) {
        cluster.createTopic("orders", 1);
        try (Producer producer =
                Producer.create(config().with("linger.ms", "20").with("compression.type", codec))) {
            numbers(500).forEach(value -> producer.send(record(0, value)));
        }

        assertThat(cluster.withLog(ORDERS, FakeLog::values)).isEqualTo(numbers(500));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProduceFault.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE"})
    void writesEachRecordOnceAndInOrderInSpiteOf(ProduceFault fault) {
        cluster.createTopic("orders", 2);
        cluster.onProduce((partition, n) -> n % 7 == 2 ? fault : ProduceFault.NONE);
        List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
        try (Producer producer =
                Producer.create(config().with("batch.size", "0").with("request.timeout.ms", "300"))) {
            for (int i = 0; i < 60; i++) {
                sent.add(producer.send(record(0, Integer.toString(i))));
                sent.add(producer.send(record(1, Integer.toString(i))));
            }
        }

        assertThat(sent).allMatch(future -> future.isDone() && !future.isCompletedExceptionally());
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).isEqualTo(numbers(60));
        assertThat(cluster.withLog(new TopicPartition("orders", 1), FakeLog::values))
                .isEqualTo(numbers(60));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void writesEachRecordOnceAndInOrderUnderRandomFaults(long seed) {
        Random random = new Random(seed);
        ProduceFault[] faults = ProduceFault.values();
        cluster.createTopic("orders", 3);
        cluster.onProduce((partition, n) -> {
            ProduceFault fault = faults[random.nextInt(faults.length)];
            boolean isQuiet = random.nextInt(3) > 0 || fault == ProduceFault.APPEND_AND_HANG;
            return isQuiet ? ProduceFault.NONE : fault;
        });
        try (Producer producer = Producer.create(config().with("batch.size", "100"))) {
            for (int i = 0; i < 150; i++) {
                for (int partition = 0; partition < 3; partition++) {
                    producer.send(record(partition, Integer.toString(i)));
                }
            }
        }

        for (int partition = 0; partition < 3; partition++) {
            assertThat(cluster.withLog(new TopicPartition("orders", partition), FakeLog::values))
                    .isEqualTo(numbers(150));
        }
    }

    @Test
    void goesOnWithinASecondAfterALeaderDied() throws Exception {
        cluster.createTopic("orders", 3);
        try (Producer producer = Producer.create(config())) {
            for (int partition = 0; partition < 3; partition++) {
                producer.send(record(partition, "before")).get();
            }
            long startNanos = System.nanoTime();
            cluster.kill(cluster.leaderOf(ORDERS));
            producer.send(record(0, "after")).get();
            long gapMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);

            assertThat(gapMs).isLessThan(1_000);
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).containsExactly("before", "after");
    }

    @Test
    void reconnectsQuicklyToABrokerThatCameBack() throws Exception {
        cluster.createTopic("orders", 1);
        int leader = cluster.leaderOf(ORDERS);
        try (Producer producer = Producer.create(config())) {
            producer.send(record(0, "before")).get();
            cluster.killWithoutElection(leader);
            CompletableFuture<RecordMetadata> later = producer.send(record(0, "after"));
            cluster.start(leader);
            long startNanos = System.nanoTime();
            later.get();

            assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).containsExactly("before", "after");
    }

    @Test
    void saysNotWrittenWhenThereIsNoLeader() throws Exception {
        cluster.createTopic("orders", 1);
        cluster.dropLeader(ORDERS);
        try (Producer producer = Producer.create(config().with("delivery.timeout.ms", "200"))) {
            TidemarkException failure = failureOf(producer.send(record(0, "x")));

            assertThat(failure.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
            assertThat(failure.code()).isEqualTo(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT);
            assertThat(failure).hasMessageContaining("no leader");
        }
    }

    @Test
    void saysUnknownWhenTheAnswerNeverCame() throws Exception {
        cluster.createTopic("orders", 1);
        cluster.onProduce((partition, n) -> ProduceFault.APPEND_AND_HANG);
        try (Producer producer = Producer.create(config().with("delivery.timeout.ms", "1500"))) {
            assertThat(failureOf(producer.send(record(0, "x"))).outcome()).isEqualTo(Outcome.UNKNOWN);
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).containsOnly("x").hasSize(1);
    }

    @Test
    void goesOnAfterABatchWasGivenUp() throws Exception {
        cluster.createTopic("orders", 1);
        cluster.onProduce((partition, n) -> n <= 1 ? ProduceFault.APPEND_AND_HANG : ProduceFault.NONE);
        try (Producer producer = Producer.create(config().with("delivery.timeout.ms", "300"))) {
            failureOf(producer.send(record(0, "lost from sight")));
            assertThat(producer.send(record(0, "next")).get().offset()).isEqualTo(1);
        }
    }

    @Test
    void goesOnUnderANewEpochWhenTheLeaderForgotTheProducer() throws Exception {
        cluster.createTopic("orders", 1);
        try (Producer producer = Producer.create(config())) {
            producer.send(record(0, "a")).get();
            cluster.withLog(ORDERS, log -> {
                log.forgetProducers();
                return log;
            });
            producer.send(record(0, "b")).get();
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).containsExactly("a", "b");
    }

    @Test
    void failsForATopicThatDoesNotExist() throws Exception {
        try (Producer producer = Producer.create(config())) {
            TidemarkException failure = failureOf(producer.send(record(0, "x")));

            assertThat(failure.code()).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
            assertThat(failure.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
        }
    }

    @Test
    void failsForAPartitionThatDoesNotExist() throws Exception {
        cluster.createTopic("orders", 2);
        try (Producer producer = Producer.create(config())) {
            assertThat(failureOf(producer.send(record(2, "x")))).hasMessageContaining("partitions 0 to 1");
        }
    }

    @Test
    void failsWithinMaxBlockWhenNoNodeAnswers() throws Exception {
        ClientConfig nowhere = ClientConfig.of("127.0.0.1:1").with("max.block.ms", "200");
        try (Producer producer = Producer.create(nowhere)) {
            assertThat(failureOf(producer.send(record(0, "x"))))
                    .hasMessageContaining("check bootstrap.servers")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void refusesARecordLargerThanTheTopicTakes() throws Exception {
        cluster.createTopic("orders", 1);
        cluster.setConfig("orders", "max.message.bytes", "500");
        try (Producer producer = Producer.create(config())) {
            TidemarkException failure = failureOf(producer.send(record(0, "x".repeat(600))));

            assertThat(failure.code()).isEqualTo(ErrorCode.ERROR_CODE_BATCH_TOO_LARGE);
            assertThat(failure.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
            assertThat(producer.send(record(0, "small")).get().offset()).isZero();
        }
    }

    @Test
    void refusesAnIllegalTimestampAndGivesItsMemoryBack() throws Exception {
        cluster.createTopic("orders", 1);
        ProducerRecord illegal =
                new ProducerRecord("orders", OptionalInt.of(0), OptionalLong.of(-7), null, new byte[900], List.of());
        try (Producer producer =
                Producer.create(config().with("buffer.memory", "1024").with("max.block.ms", "10000"))) {
            for (int i = 0; i < 3; i++) {
                assertThat(failureOf(producer.send(illegal)).code()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_TIMESTAMP);
            }
            producer.send(record(0, "legal")).get();
        }
    }

    @Test
    void blocksWhileTheBufferIsFullAndThenFails() throws Exception {
        cluster.createTopic("orders", 1);
        cluster.dropLeader(ORDERS);
        try (Producer producer = Producer.create(config().with("buffer.memory", "2000")
                .with("max.block.ms", "150")
                .with("delivery.timeout.ms", "1500"))) {
            producer.send(record(0, "x".repeat(1500)));
            long startNanos = System.nanoTime();
            TidemarkException failure = failureOf(producer.send(record(0, "x".repeat(1500))));

            assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(140));
            assertThat(failure).hasMessageContaining("buffer.memory");
        }
    }

    @Test
    void sendsWithoutLingerWhenTheBufferIsShort() {
        cluster.createTopic("orders", 1);
        try (Producer producer =
                Producer.create(config().with("buffer.memory", "3000").with("linger.ms", "60000"))) {
            for (int i = 0; i < 10; i++) {
                producer.send(record(0, "x".repeat(1000)));
            }
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).hasSize(10);
    }

    @Test
    void gathersRecordsUntilLingerIsOver() throws Exception {
        cluster.createTopic("orders", 1);
        try (Producer producer = Producer.create(config().with("linger.ms", "150"))) {
            List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
            numbers(20).forEach(value -> sent.add(producer.send(record(0, value))));
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::batchCounts)).containsExactly(20);
    }

    @Test
    void sendsAFullBatchWithoutLinger() throws Exception {
        cluster.createTopic("orders", 1);
        try (Producer producer =
                Producer.create(config().with("linger.ms", "60000").with("batch.size", "1000"))) {
            List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < 21; i++) {
                sent.add(producer.send(record(0, "x".repeat(100))));
            }
            sent.get(0).get();
            assertThat(cluster.withLog(ORDERS, FakeLog::batchCounts)).allMatch(count -> count >= 7 && count <= 9);
            producer.flush();
            assertThat(sent).allMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void sendsOneRecordPerBatchWhenBatchSizeIsZero() {
        cluster.createTopic("orders", 1);
        try (Producer producer = Producer.create(config().with("batch.size", "0"))) {
            numbers(5).forEach(value -> producer.send(record(0, value)));
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::batchCounts)).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void writesOnWhenItsTopicIsMadeAnew() throws Exception {
        cluster.createTopic("orders", 1);
        try (Producer producer = Producer.create(config())) {
            producer.send(record(0, "old")).get();
            cluster.deleteTopic("orders");
            cluster.createTopic("orders", 1);
            CompletableFuture<RecordMetadata> open = producer.send(record(0, "between"));
            assertThat(failureOf(open).code()).isEqualTo(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID);
            assertThat(producer.send(record(0, "new")).get().offset()).isZero();
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).containsExactly("new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void writesWithFewerAcks(String acks) throws Exception {
        cluster.createTopic("orders", 1);
        try (Producer producer = Producer.create(config().with("acks", acks))) {
            producer.send(record(0, "x")).get();
        }
        assertThat(cluster.withLog(ORDERS, FakeLog::values)).containsExactly("x");
    }

    @Test
    void refusesToSendOnceClosed() {
        Producer producer = Producer.create(config());
        producer.close();
        producer.close();

        assertThatThrownBy(() -> producer.send(record(0, "x"))).isInstanceOf(IllegalStateException.class);
    }
}
