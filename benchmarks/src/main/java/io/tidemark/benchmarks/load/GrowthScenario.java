// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Writes into one topic in steps of tenfold size; what a record costs must not depend on what is there already. */
final class GrowthScenario implements Scenario {
    private static final int PARTITION_COUNT = 6;
    private static final int VALUE_BYTES = 1024;
    private static final long FIRST_STEP_MB = 1;

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public Outcome run(LogSystem system, RunTimes times) throws IOException, InterruptedException {
        TopicSpec topic = new TopicSpec(name(), PARTITION_COUNT, false);
        system.createTopic(topic, RunTimes.LIMIT);
        Outcome outcome = Outcome.empty();
        outcome.describe(ProducerSettings.KAFKA_DEFAULT, VALUE_BYTES);
        try (LoadProducer producer = system.producer(ProducerSettings.KAFKA_DEFAULT)) {
            ClosedLoop loop = new ClosedLoop(producer, topic, new Values(VALUE_BYTES).shared(), false);
            long writtenMb = 0;
            for (long untilMb = FIRST_STEP_MB; writtenMb < times.growthMb(); untilMb *= 10) {
                long endMb = Math.min(untilMb, times.growthMb());
                step(
                        system,
                        loop,
                        producer,
                        (endMb - writtenMb) * 1_000_000,
                        String.format(Locale.ROOT, "%06d", endMb),
                        outcome);
                writtenMb = endMb;
            }
            outcome.metrics().put("failedCount", (double) loop.failedCount());
            return outcome;
        } finally {
            system.deleteTopic(name());
        }
    }

    private static void step(
            LogSystem system, ClosedLoop loop, LoadProducer producer, long bytes, String label, Outcome outcome)
            throws IOException {
        ResourceUse before = ResourceUse.of(system.nodes());
        long startNanos = System.nanoTime();
        AtomicLong left = new AtomicLong(bytes / VALUE_BYTES);
        loop.run(() -> left.getAndDecrement() > 0);
        producer.flush();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        ResourceUse after = ResourceUse.of(system.nodes());
        outcome.metrics().put("until" + label + "MbMbPerSecond", bytes / 1e6 / seconds);
        outcome.metrics()
                .put(
                        "until" + label + "MbNodeCpuSecondsPerGb",
                        (after.cpuSeconds() - before.cpuSeconds()) / (bytes / 1e9));
        outcome.metrics().put("until" + label + "MbAnonymousMb", after.anonymousMb());
    }
}
