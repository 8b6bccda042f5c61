// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One consumer reads a topic from its beginning, from the page cache or from the disk. */
final class CatchUpScenario implements Scenario {
    private static final int PARTITION_COUNT = 6;
    private static final int VALUE_BYTES = 1024;
    private static final ProducerSettings PRELOAD = new ProducerSettings(65_536, 5);
    /** Times that warm data is read, so that a small topic tells as much as a large one. */
    private static final int WARM_PASSES = 3;

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private final String name;
    private final boolean isCold;

    CatchUpScenario(String name, boolean isCold) {
        this.name = name;
        this.isCold = isCold;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Outcome run(LogSystem system, RunTimes times) throws IOException, InterruptedException {
        TopicSpec topic = new TopicSpec(name, PARTITION_COUNT, false);
        Outcome outcome = Outcome.empty();
        outcome.describe(PRELOAD, VALUE_BYTES);
        outcome.settings().put("mb", String.valueOf(times.catchUpMb()));
        if (isCold && !Files.isWritable(DROP_CACHES)) {
            outcome.settings().put("left out", "the page cache cannot be dropped here");
            return outcome;
        }
        system.createTopic(topic, RunTimes.LIMIT);
        try {
            long count = times.catchUpMb() * 1_000_000 / VALUE_BYTES;
            preload(system, topic, count);
            if (isCold) {
                dropCaches(system);
            } else {
                read(system, topic, count);
            }
            int passes = isCold ? 1 : WARM_PASSES;
            ResourceUse before = ResourceUse.of(system.nodes());
            long startNanos = System.nanoTime();
            for (int pass = 0; pass < passes; pass++) {
                read(system, topic, count);
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            ResourceUse after = ResourceUse.of(system.nodes());
            double bytes = (double) count * VALUE_BYTES * passes;
            outcome.metrics().put("mbPerSecond", bytes / 1e6 / seconds);
            outcome.metrics().put("nodeCpuSecondsPerGb", (after.cpuSeconds() - before.cpuSeconds()) / (bytes / 1e9));
            return outcome;
        } finally {
            system.deleteTopic(name);
        }
    }

    private static void preload(LogSystem system, TopicSpec topic, long count) {
        try (LoadProducer producer = system.producer(PRELOAD)) {
            ClosedLoop loop = new ClosedLoop(producer, topic, new Values(VALUE_BYTES).shared(), false);
            AtomicLong left = new AtomicLong(count);
            loop.run(() -> left.getAndDecrement() > 0);
            producer.flush();
            if (loop.acknowledgedCount() != count) {
                throw new IllegalStateException(
                        "only " + loop.acknowledgedCount() + " of " + count + " records were taken");
            }
        }
    }

    /** Files that a process has mapped stay in memory, so the processes leave first. */
    private static void dropCaches(LogSystem system) throws IOException, InterruptedException {
        system.restart();
        system.createTopic(new TopicSpec("restarted", 1, false), RunTimes.LIMIT);
        new ProcessBuilder("sync").start().waitFor();
        Files.writeString(DROP_CACHES, "1");
    }

    private static void read(LogSystem system, TopicSpec topic, long count) {
        try (LoadConsumer consumer = system.consumer(topic, LogSystem.StartAt.BEGINNING)) {
            AtomicLong seen = new AtomicLong();
            long progress = 0;
            long progressNanos = System.nanoTime();
            while (seen.get() < count) {
                consumer.poll(POLL, value -> seen.incrementAndGet());
                long nowNanos = System.nanoTime();
                if (seen.get() > progress) {
                    progress = seen.get();
                    progressNanos = nowNanos;
                } else if (nowNanos - progressNanos > STALL_NANOS) {
                    throw new IllegalStateException("only " + progress + " of " + count + " records can be read");
                }
            }
        }
    }
}
