// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoopsTest {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RecordingProducer producer = new RecordingProducer();

    @Test
    void anOpenLoopSendsEveryRecordThatWasDueHoweverLateItIs() {
        OpenLoop loop = new OpenLoop(producer, "t", new Values(64));
        long startNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        List<Long> acknowledged = new ArrayList<>();

        long sent = loop.run(
                new IntendedTimes(startNanos, 100),
                startNanos + TimeUnit.SECONDS.toNanos(1),
                (due, ack) -> acknowledged.add(due));

        assertThat(sent).isEqualTo(100);
        assertThat(producer.values).hasSize(100);
        assertThat(Values.dueNanos(producer.values.get(7))).isEqualTo(startNanos + TimeUnit.MILLISECONDS.toNanos(70));
        assertThat(acknowledged).hasSize(100);
        assertThat(loop.awaitDone(sent, LIMIT_NANOS)).isTrue();
        assertThat(loop.failedCount()).isZero();
    }

    @Test
    void anOpenLoopCountsFailuresAndHearsNoAcknowledgementOfThem() {
        producer.failure = new IllegalStateException("refused");
        OpenLoop loop = new OpenLoop(producer, "t", new Values(64));
        long startNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        AtomicInteger acknowledged = new AtomicInteger();

        long sent = loop.run(
                new IntendedTimes(startNanos, 10),
                startNanos + TimeUnit.SECONDS.toNanos(1),
                (due, ack) -> acknowledged.incrementAndGet());

        assertThat(sent).isEqualTo(10);
        assertThat(loop.failedCount()).isEqualTo(10);
        assertThat(acknowledged).hasValue(0);
    }

    @Test
    void aClosedLoopGoesRoundThePartitionsOrLeavesThemToTheClient() {
        TopicSpec topic = new TopicSpec("t", 3, false);
        AtomicInteger left = new AtomicInteger(4);
        ClosedLoop round = new ClosedLoop(producer, topic, new byte[8], true);
        round.run(() -> left.getAndDecrement() > 0);
        left.set(1);
        new ClosedLoop(producer, topic, new byte[8], false).run(() -> left.getAndDecrement() > 0);

        assertThat(producer.partitions).containsExactly(0, 1, 2, 0, LoadProducer.ANY_PARTITION);
        assertThat(round.acknowledgedCount()).isEqualTo(4);
    }

    @Test
    void theKillClockCountsOnlyRecordsDueAfterTheKill() {
        FailoverScenario.KillClock clock = new FailoverScenario.KillClock();
        clock.onAck(1_000_000, 1_100_000);
        clock.onKill(2_000_000);
        clock.onAck(1_900_000, 5_000_000);
        clock.onAck(2_500_000, 9_000_000);
        clock.onAck(2_600_000, 9_500_000);

        assertThat(clock.awaitAck(LIMIT_NANOS)).isTrue();
        assertThat(clock.firstAckMs()).isEqualTo(7);
    }

    @Test
    void residentMemoryIsReadFromTheSystemsAccount() {
        List<String> status = List.of("Name:\tjava", "VmRSS:\t  123456 kB", "RssAnon:\t     456 kB");

        assertThat(ResourceUse.kib(status, "VmRSS:")).isEqualTo(123_456);
        assertThat(ResourceUse.kib(status, "RssAnon:")).isEqualTo(456);
        assertThat(ResourceUse.kib(status, "Absent:")).isZero();
    }

    /** Acknowledges, or refuses, at once. */
    private static final class RecordingProducer implements LoadProducer {
        final List<byte[]> values = new ArrayList<>();
        final List<Integer> partitions = new ArrayList<>();

        @Nullable
        Throwable failure;

        @Override
        public void send(String topic, int partition, byte[] value, Completion completion) {
            values.add(value);
            partitions.add(partition);
            completion.done(failure);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
