// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.client.Header;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.fake.FakeCluster;
import io.tidemark.client.fake.FakeLog;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordHeader;
import io.tidemark.v1.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class GrpcConsumerTest {
    private static final TopicPartition FIRST = new TopicPartition("orders", 0);
    private static final TopicPartition SECOND = new TopicPartition("orders", 1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final FakeCluster cluster = new FakeCluster(3);

    @BeforeEach
    void createTopic() {
        cluster.createTopic("orders", 2);
    }

    @AfterEach
    void closeCluster() {
        cluster.close();
    }

    private ClientConfig config() {
        return cluster.config().with("auto.offset.reset", "earliest").with("fetch.max.wait.ms", "200");
    }

    private void append(TopicPartition partition, Compression codec, int from, int to) {
        BatchBuilder builder = new BatchBuilder(codec);
        for (int i = from; i < to; i++) {
            builder.append(1000 + i, null, Integer.toString(i).getBytes(StandardCharsets.UTF_8), List.of());
        }
        cluster.withLog(partition, log -> log.append(builder.build(0, -1), 0));
    }

    private static List<String> pollUntil(Consumer consumer, int count) {
        List<String> values = new ArrayList<>();
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (values.size() < count && System.nanoTime() < endNanos) {
            consumer.poll(SHORT).forEach(record -> values.add(valueOf(record)));
        }
        return values;
    }

    private static String valueOf(ConsumerRecord record) {
        return new String(Objects.requireNonNull(record.value()), StandardCharsets.UTF_8);
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private static TidemarkException failureOf(Consumer consumer) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (System.nanoTime() < endNanos) {
            TidemarkException failure = catchThrowableOfType(TidemarkException.class, () -> consumer.poll(SHORT));
            if (failure != null) {
                return failure;
            }
        }
        throw new AssertionError("it did not fail");
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void readsFromTheBeginningInOrder(Compression codec) {
        append(FIRST, codec, 0, 50);
        append(FIRST, codec, 50, 120);
        try (Consumer consumer = Consumer.create(config().with("max.poll.records", "7"))) {
            consumer.assign(List.of(FIRST));

            assertThat(pollUntil(consumer, 120)).isEqualTo(numbers(0, 120));
            assertThat(consumer.position(FIRST)).isEqualTo(120);
        }
    }

    @Test
    void keepsKeyTimeAndHeaders() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1234, new byte[] {5}, (byte[]) null, List.of(new RecordHeader("h", null)));
        cluster.withLog(FIRST, log -> log.append(builder.build(0, -1), 0));
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            ConsumerRecord record = consumer.poll(Duration.ofSeconds(5)).get(0);

            assertThat(record.key()).containsExactly(5);
            assertThat(record.value()).isNull();
            assertThat(record.timestampMs()).isEqualTo(1234);
            assertThat(record.headers()).containsExactly(new Header("h", null));
        }
    }

    @Test
    void returnsAtMostMaxPollRecords() {
        append(FIRST, Compression.NONE, 0, 50);
        try (Consumer consumer = Consumer.create(config().with("max.poll.records", "7"))) {
            consumer.assign(List.of(FIRST));

            assertThat(consumer.poll(Duration.ofSeconds(5))).hasSize(7);
        }
    }

    @Test
    void returnsNothingOfAPausedPartitionUntilItIsResumedAndLosesNothing() {
        append(FIRST, Compression.NONE, 0, 10);
        append(SECOND, Compression.NONE, 100, 105);
        try (Consumer consumer = Consumer.create(config().with("max.poll.records", "2"))) {
            consumer.assign(List.of(FIRST, SECOND));
            consumer.pause(List.of(FIRST));
            assertThat(consumer.paused()).containsExactly(FIRST);

            assertThat(pollUntil(consumer, 5)).isEqualTo(numbers(100, 105));
            assertThat(consumer.poll(SHORT)).isEmpty();
            assertThat(consumer.position(FIRST)).isZero();

            consumer.resume(List.of(FIRST));
            assertThat(consumer.paused()).isEmpty();
            assertThat(pollUntil(consumer, 4)).isEqualTo(numbers(0, 4));
            // What is fetched already waits too.
            consumer.pause(List.of(FIRST));
            assertThat(consumer.poll(SHORT)).isEmpty();
            assertThat(consumer.position(FIRST)).isEqualTo(4);
            consumer.resume(List.of(FIRST));
            assertThat(pollUntil(consumer, 6)).isEqualTo(numbers(4, 10));
        }
    }

    @Test
    void aPartitionThatIsGivenUpAndComesBackIsNotPausedAndOthersCannotBe() {
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            consumer.pause(List.of(FIRST));
            consumer.assign(List.of(SECOND));
            consumer.assign(List.of(FIRST, SECOND));
            assertThat(consumer.paused()).isEmpty();
            TopicPartition other = new TopicPartition("orders", 7);
            assertThatThrownBy(() -> consumer.pause(List.of(FIRST, other))).isInstanceOf(IllegalStateException.class);
            assertThat(consumer.paused()).isEmpty();
        }
    }

    @Test
    void readsFromTheReplicaInItsRackThatTheLeaderNames() {
        append(FIRST, Compression.NONE, 0, 10);
        int near = cluster.leaderOf(FIRST) % 3 + 1;
        cluster.setNearBroker(near);
        try (Consumer consumer = Consumer.create(config().with("client.rack", "r1"))) {
            consumer.assign(List.of(FIRST));
            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(0, 10));
            assertThat(cluster.reads(near)).isPositive();
            assertThat(cluster.reads(cluster.leaderOf(FIRST))).isZero();
        }
    }

    @Test
    void readsFromTheLeaderWithoutARack() {
        append(FIRST, Compression.NONE, 0, 10);
        int near = cluster.leaderOf(FIRST) % 3 + 1;
        cluster.setNearBroker(near);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(0, 10));
            assertThat(cluster.reads(near)).isZero();
        }
    }

    @Test
    void goesBackToTheLeaderWhenTheNearReplicaDiesOrRefuses() {
        append(FIRST, Compression.NONE, 0, 10);
        int near = cluster.leaderOf(FIRST) % 3 + 1;
        cluster.setNearBroker(near);
        try (Consumer consumer = Consumer.create(config().with("client.rack", "r1"))) {
            consumer.assign(List.of(FIRST));
            pollUntil(consumer, 10);
            cluster.onFetch((broker, partition) -> broker == near ? ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE : null);
            append(FIRST, Compression.NONE, 10, 20);
            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(10, 20));
        }
        cluster.onFetch((broker, partition) -> null);
        cluster.kill(near);
        try (Consumer consumer = Consumer.create(config().with("client.rack", "r1"))) {
            consumer.assign(List.of(FIRST));
            assertThat(pollUntil(consumer, 20)).isEqualTo(numbers(0, 20));
        }
    }

    @Test
    void skipsRecordsBelowThePositionInsideABatch() {
        append(FIRST, Compression.LZ4, 0, 50);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            consumer.seek(FIRST, 33);

            assertThat(pollUntil(consumer, 17)).isEqualTo(numbers(33, 50));
        }
    }

    @Test
    void seeksWhileAFetchIsOpen() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config().with("fetch.max.wait.ms", "20000"))) {
            consumer.assign(List.of(FIRST));
            pollUntil(consumer, 10);
            consumer.poll(Duration.ZERO);
            consumer.seek(FIRST, 4);

            assertThat(pollUntil(consumer, 6)).isEqualTo(numbers(4, 10));
        }
    }

    @Test
    void readsFromTheEndWhenToldSo() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config().with("auto.offset.reset", "latest"))) {
            consumer.assign(List.of(FIRST));
            assertThat(consumer.position(FIRST)).isEqualTo(10);
            append(FIRST, Compression.NONE, 10, 12);

            assertThat(pollUntil(consumer, 2)).isEqualTo(numbers(10, 12));
        }
    }

    @Test
    void seeksToBeginningAndEnd() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            consumer.seekToEnd(List.of(FIRST));
            assertThat(consumer.position(FIRST)).isEqualTo(10);
            consumer.seekToBeginning(List.of(FIRST));
            assertThat(consumer.position(FIRST)).isZero();
        }
    }

    @Test
    void saysWhereToSeekWithoutPositionAndResetPolicy() {
        try (Consumer consumer = Consumer.create(config().with("auto.offset.reset", "none"))) {
            consumer.assign(List.of(FIRST));

            assertThatThrownBy(() -> consumer.poll(SHORT))
                    .isInstanceOf(TidemarkException.class)
                    .hasMessageContaining("seek first");
        }
    }

    @Test
    void resetsAPositionBelowTheLogStart() {
        append(FIRST, Compression.NONE, 0, 10);
        append(FIRST, Compression.NONE, 10, 20);
        cluster.withLog(FIRST, log -> {
            log.trimTo(10);
            return log;
        });
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            consumer.seek(FIRST, 3);

            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(10, 20));
        }
    }

    @Test
    void failsAPositionOutsideTheLogWithoutResetPolicy() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config().with("auto.offset.reset", "none"))) {
            consumer.assign(List.of(FIRST));
            consumer.seek(FIRST, 99);

            assertThat(failureOf(consumer).code()).isEqualTo(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE);
            consumer.seek(FIRST, 5);
            assertThat(pollUntil(consumer, 5)).isEqualTo(numbers(5, 10));
        }
    }

    @Test
    void retriesWhatIsNotAvailableYet() {
        append(FIRST, Compression.NONE, 0, 10);
        AtomicInteger refusals = new AtomicInteger();
        cluster.onListOffsets(
                partition -> refusals.incrementAndGet() < 4 ? ErrorCode.ERROR_CODE_OFFSET_NOT_AVAILABLE : null);
        cluster.onFetch((broker, partition) ->
                refusals.incrementAndGet() < 8 ? ErrorCode.ERROR_CODE_OFFSET_NOT_AVAILABLE : null);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));

            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(0, 10));
        }
    }

    @Test
    void followsTheLeader() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config().with("fetch.max.wait.ms", "5000"))) {
            consumer.assign(List.of(FIRST));
            pollUntil(consumer, 10);
            cluster.moveLeader(FIRST);
            append(FIRST, Compression.NONE, 10, 20);

            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(10, 20));
        }
    }

    @Test
    void goesOnWithinASecondAfterALeaderDied() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config().with("fetch.max.wait.ms", "5000"))) {
            consumer.assign(List.of(FIRST, SECOND));
            pollUntil(consumer, 10);
            cluster.kill(cluster.leaderOf(FIRST));
            append(FIRST, Compression.NONE, 10, 20);
            long startNanos = System.nanoTime();

            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(10, 20));
            assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(1));
        }
    }

    @Test
    void readsAllPartitionsInSpiteOfOneWithoutLeader() {
        append(SECOND, Compression.NONE, 0, 10);
        cluster.dropLeader(FIRST);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST, SECOND));

            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(0, 10));
        }
    }

    @Test
    void fetchesTheNextRecordsWhileTheLastAreWorkedOn() {
        append(FIRST, Compression.NONE, 0, 10);
        AtomicInteger fetches = new AtomicInteger();
        cluster.onFetch((broker, partition) -> {
            fetches.incrementAndGet();
            return null;
        });
        try (Consumer consumer = Consumer.create(config().with("max.partition.fetch.bytes", "1"))) {
            append(FIRST, Compression.NONE, 10, 20);
            consumer.assign(List.of(FIRST));
            assertThat(consumer.poll(Duration.ofSeconds(5))).hasSize(10);
            long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
            while (fetches.get() < 2 && System.nanoTime() < endNanos) {
                Thread.onSpinWait();
            }

            assertThat(fetches.get()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void saysThatATopicWasMadeAnew() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            pollUntil(consumer, 10);
            cluster.deleteTopic("orders");
            cluster.createTopic("orders", 2);
            append(FIRST, Compression.NONE, 50, 52);

            assertThat(failureOf(consumer).code()).isEqualTo(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID);
            consumer.seekToBeginning(List.of(FIRST));
            assertThat(pollUntil(consumer, 2)).isEqualTo(numbers(50, 52));
        }
    }

    @Test
    void saysThatATopicDoesNotExist() {
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(new TopicPartition("nothing", 0)));

            assertThat(failureOf(consumer).code()).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
        }
    }

    @Test
    void saysThatAPartitionDoesNotExist() {
        try (Consumer consumer = Consumer.create(config())) {
            TopicPartition missing = new TopicPartition("orders", 7);
            consumer.assign(List.of(missing));
            consumer.seek(missing, 0);

            assertThat(failureOf(consumer)).hasMessageContaining("2 partitions");
        }
    }

    @Test
    void saysThatABatchIsDamagedAndReadsPastItOnSeek() {
        append(FIRST, Compression.NONE, 0, 10);
        append(FIRST, Compression.NONE, 10, 20);
        cluster.withLog(FIRST, log -> {
            log.corrupt(3);
            return log;
        });
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));

            assertThat(failureOf(consumer).code()).isEqualTo(ErrorCode.ERROR_CODE_CORRUPT_BATCH);
            consumer.seek(FIRST, 10);
            assertThat(pollUntil(consumer, 10)).isEqualTo(numbers(10, 20));
        }
    }

    @Test
    void looksOffsetsUp() {
        append(FIRST, Compression.NONE, 0, 10);
        append(SECOND, Compression.NONE, 0, 3);
        try (Consumer consumer = Consumer.create(config())) {
            assertThat(consumer.partitionsFor("orders")).containsExactly(FIRST, SECOND);
            assertThat(consumer.beginningOffsets(List.of(FIRST))).containsEntry(FIRST, 0L);
            assertThat(consumer.endOffsets(List.of(FIRST, SECOND)))
                    .containsEntry(FIRST, 10L)
                    .containsEntry(SECOND, 3L);
            assertThat(consumer.offsetForTime(FIRST, 1004)).contains(4L);
            assertThat(consumer.offsetForTime(FIRST, 5000)).isEmpty();
        }
    }

    @Test
    void returnsAtOnceOnWakeup() {
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            consumer.poll(SHORT);
            CompletableFuture<Void> waker = CompletableFuture.runAsync(consumer::wakeup);

            assertThat(consumer.poll(Duration.ofSeconds(20))).isEmpty();
            waker.join();
        }
    }

    @Test
    void returnsNothingWhenTimeIsUp() {
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));

            assertThat(consumer.poll(SHORT)).isEmpty();
            assertThat(consumer.poll(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void keepsPositionsOfPartitionsThatStayAssigned() {
        append(FIRST, Compression.NONE, 0, 10);
        try (Consumer consumer = Consumer.create(config())) {
            consumer.assign(List.of(FIRST));
            pollUntil(consumer, 10);
            consumer.assign(List.of(FIRST, SECOND));
            append(FIRST, Compression.NONE, 10, 12);

            assertThat(pollUntil(consumer, 2)).isEqualTo(numbers(10, 12));
            assertThat(cluster.withLog(FIRST, FakeLog::endOffset)).isEqualTo(12);
        }
    }
}
