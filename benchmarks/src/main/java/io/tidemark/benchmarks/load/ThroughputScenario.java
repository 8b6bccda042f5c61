// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** As many records as the cluster acknowledges, from one producer. */
final class ThroughputScenario implements Scenario {
    private static final double BYTES_PER_MB = 1e6;
    private static final double BYTES_PER_GB = 1e9;

    private final String name;
    private final int partitionCount;
    private final int valueBytes;
    private final ProducerSettings settings;
    private final boolean isFlushed;
    private final boolean isRoundRobin;

    private ThroughputScenario(
            String name, int partitionCount, int valueBytes, ProducerSettings settings, Variant variant) {
        this.name = name;
        this.partitionCount = partitionCount;
        this.valueBytes = valueBytes;
        this.settings = settings;
        this.isFlushed = variant == Variant.FLUSHED;
        this.isRoundRobin = variant == Variant.ROUND_ROBIN;
    }

    /** What may be special. */
    enum Variant {
        /** Nothing: the client chooses partitions, copies count. */
        PLAIN,
        /** Every record is on the disks of the replicas before it is acknowledged. */
        FLUSHED,
        /** Records go to the partitions in turn. */
        ROUND_ROBIN
    }

    static ThroughputScenario of(
            String name, int partitionCount, int valueBytes, ProducerSettings settings, Variant variant) {
        return new ThroughputScenario(name, partitionCount, valueBytes, settings, variant);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Outcome run(LogSystem system, RunTimes times) throws IOException, InterruptedException {
        TopicSpec topic = new TopicSpec(name, partitionCount, isFlushed);
        system.createTopic(topic, RunTimes.LIMIT);
        try (LoadProducer producer = system.producer(settings)) {
            ClosedLoop loop = new ClosedLoop(producer, topic, new Values(valueBytes).shared(), isRoundRobin);
            long endNanos =
                    System.nanoTime() + times.warmUp().plus(times.measured()).toNanos();
            FutureTask<Boolean> sending =
                    new FutureTask<>(() -> loop.run(() -> System.nanoTime() - endNanos < 0), true);
            Thread thread = new Thread(sending, "load");
            thread.setDaemon(true);
            thread.start();
            Outcome outcome = measure(system, loop, times);
            await(sending);
            producer.flush();
            outcome.metrics().put("failedCount", (double) loop.failedCount());
            return outcome;
        } finally {
            system.deleteTopic(name);
        }
    }

    private Outcome measure(LogSystem system, ClosedLoop loop, RunTimes times)
            throws IOException, InterruptedException {
        TimeUnit.NANOSECONDS.sleep(times.warmUp().toNanos());
        Sample before = Sample.now(system, loop);
        TimeUnit.NANOSECONDS.sleep(times.measured().toNanos());
        Sample after = Sample.now(system, loop);
        double seconds = (after.nanos - before.nanos) / 1e9;
        double records = after.records - before.records;
        double bytes = records * valueBytes;
        Outcome outcome = Outcome.empty();
        outcome.describe(settings, valueBytes);
        outcome.settings().put("partitions", String.valueOf(partitionCount));
        outcome.settings().put("flushed", String.valueOf(isFlushed));
        outcome.metrics().put("mbPerSecond", bytes / BYTES_PER_MB / seconds);
        outcome.metrics().put("recordsPerSecond", records / seconds);
        if (records > 0) {
            double gb = bytes / BYTES_PER_GB;
            outcome.metrics().put("nodeCpuSecondsPerGb", (after.nodes.cpuSeconds() - before.nodes.cpuSeconds()) / gb);
            outcome.metrics()
                    .put("clientCpuSecondsPerGb", (after.client.cpuSeconds() - before.client.cpuSeconds()) / gb);
        }
        outcome.metrics().put("residentMb", after.nodes.residentMb());
        outcome.metrics().put("anonymousMb", after.nodes.anonymousMb());
        return outcome;
    }

    static void await(FutureTask<?> task) throws InterruptedException {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the load broke", e);
        }
    }

    private record Sample(long nanos, long records, ResourceUse nodes, ResourceUse client) {
        static Sample now(LogSystem system, ClosedLoop loop) throws IOException {
            ResourceUse nodes = ResourceUse.of(system.nodes());
            ResourceUse client = ResourceUse.ofThisProcess();
            return new Sample(System.nanoTime(), loop.acknowledgedCount(), nodes, client);
        }
    }
}
