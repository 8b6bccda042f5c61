// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Records at a fixed rate, until acknowledged and, when asked, until a consumer has them. */
final class LatencyScenario implements Scenario {
    private static final int PARTITION_COUNT = 6;
    private static final int VALUE_BYTES = 1024;
    private static final ProducerSettings AT_ONCE = new ProducerSettings(16_384, 0);
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String name;
    private final double perSecond;
    private final boolean hasConsumer;

    LatencyScenario(String name, double perSecond, boolean hasConsumer) {
        this.name = name;
        this.perSecond = perSecond;
        this.hasConsumer = hasConsumer;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Outcome run(LogSystem system, RunTimes times) throws IOException, InterruptedException {
        TopicSpec topic = new TopicSpec(name, PARTITION_COUNT, false);
        system.createTopic(topic, RunTimes.LIMIT);
        try (LoadProducer producer = system.producer(AT_ONCE)) {
            return hasConsumer ? withConsumer(system, topic, producer, times) : alone(system, producer, times);
        } finally {
            system.deleteTopic(name);
        }
    }

    private Outcome alone(LogSystem system, LoadProducer producer, RunTimes times) throws IOException {
        Window window = window(times);
        return drive(system, producer, window);
    }

    private Outcome withConsumer(LogSystem system, TopicSpec topic, LoadProducer producer, RunTimes times)
            throws IOException, InterruptedException {
        try (LoadConsumer consumer = system.consumer(topic, LogSystem.StartAt.BEGINNING)) {
            Window window = window(times);
            LatencyRecord arrivals = window.newRecord();
            long readEndNanos = window.endNanos + TimeUnit.SECONDS.toNanos(2);
            FutureTask<Boolean> reading = new FutureTask<>(
                    () -> {
                        while (System.nanoTime() - readEndNanos < 0) {
                            consumer.poll(POLL, value -> arrivals.ended(Values.dueNanos(value), System.nanoTime()));
                        }
                    },
                    true);
            Thread thread = new Thread(reading, "load-reader");
            thread.setDaemon(true);
            thread.start();
            Outcome outcome = drive(system, producer, window);
            ThroughputScenario.await(reading);
            arrivals.giveUp(window.times, System.nanoTime());
            arrivals.report("endToEnd", outcome.metrics());
            outcome.curves().put("endToEnd", arrivals.curve());
            return outcome;
        }
    }

    private Window window(RunTimes times) {
        long startNanos = System.nanoTime() + LEAD_NANOS;
        long fromNanos = startNanos + times.warmUp().toNanos();
        return new Window(
                new IntendedTimes(startNanos, perSecond),
                fromNanos,
                fromNanos + times.measured().toNanos());
    }

    private Outcome drive(LogSystem system, LoadProducer producer, Window window) throws IOException {
        LatencyRecord acks = window.newRecord();
        OpenLoop loop = new OpenLoop(producer, name, new Values(VALUE_BYTES));
        ResourceUse before = ResourceUse.of(system.nodes());
        ResourceUse clientBefore = ResourceUse.ofThisProcess();
        long sent = loop.run(window.times, window.endNanos, acks::ended);
        loop.awaitDone(sent, DRAIN_NANOS);
        acks.giveUp(window.times, System.nanoTime());
        ResourceUse after = ResourceUse.of(system.nodes());
        ResourceUse clientAfter = ResourceUse.ofThisProcess();
        Outcome outcome = Outcome.empty();
        outcome.describe(AT_ONCE, VALUE_BYTES);
        outcome.settings().put("perSecond", String.valueOf(perSecond));
        outcome.settings().put("partitions", String.valueOf(PARTITION_COUNT));
        acks.report("ack", outcome.metrics());
        outcome.curves().put("ack", acks.curve());
        outcome.metrics().put("failedCount", (double) loop.failedCount());
        outcome.metrics().put("nodeCpuMicrosPerRecord", (after.cpuSeconds() - before.cpuSeconds()) * 1e6 / sent);
        outcome.metrics()
                .put("clientCpuMicrosPerRecord", (clientAfter.cpuSeconds() - clientBefore.cpuSeconds()) * 1e6 / sent);
        return outcome;
    }

    private record Window(IntendedTimes times, long fromNanos, long endNanos) {
        LatencyRecord newRecord() {
            return new LatencyRecord(fromNanos, endNanos);
        }
    }
}
