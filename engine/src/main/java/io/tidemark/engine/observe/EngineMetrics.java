// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.replication.ReplicaState.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Every metric of a broker, named once. Counting is thread-safe; gauges show the last {@link #refresh}. */
public final class EngineMetrics {
    private final MultiGauge logStart;
    private final MultiGauge logEnd;
    private final MultiGauge highWatermark;
    private final MultiGauge logSize;
    private final MultiGauge replicaLag;
    private final Counter wentOffline;
    private final Counter damageFound;
    private final Counter elections;
    private final Counter isrShrinks;
    private final Counter isrExpands;
    private final Counter bytesIn;
    private final Counter bytesOut;
    private final Counter appendedBytes;
    private final Counter overloaded;
    private final Timer produceLatency;
    private final Timer fetchLatency;
    private volatile List<PartitionSnapshot> partitions = List.of();

    /** Registers everything. */
    public EngineMetrics(MeterRegistry registry) {
        count(registry, "tidemark.partitions", "Partitions held", snapshot -> true);
        count(registry, "tidemark.partitions.offline", "Partitions whose log failed", EngineMetrics::isOffline);
        count(registry, "tidemark.partitions.leaderless", "Partitions without a leader", EngineMetrics::isLeaderless);
        count(registry, "tidemark.partitions.led", "Partitions led", EngineMetrics::isLed);
        count(
                registry,
                "tidemark.partitions.under.replicated",
                "Partitions led with fewer in-sync replicas than replicas",
                snapshot -> isLed(snapshot)
                        && snapshot.state().committedIsr().size()
                                < snapshot.state().replicas().size());
        count(
                registry,
                "tidemark.partitions.under.min.isr",
                "Partitions led with fewer in-sync replicas than min.insync.replicas",
                snapshot -> isLed(snapshot)
                        && snapshot.state().committedIsr().size()
                                < snapshot.state().minIsr());
        logStart = perPartition(registry, "tidemark.log.start.offset", "First offset of the log");
        logEnd = perPartition(registry, "tidemark.log.end.offset", "Offset after the last record");
        highWatermark = perPartition(registry, "tidemark.high.watermark", "First offset that is not committed");
        logSize = perPartition(registry, "tidemark.log.size.bytes", "Bytes of live batches");
        replicaLag = perPartition(registry, "tidemark.replica.lag.records", "Records that a follower lacks");
        wentOffline = counter(registry, "tidemark.partitions.went.offline", "Partitions taken offline");
        damageFound = counter(
                registry,
                "tidemark.log.damage.found",
                "Logs found damaged, by the scrubber, by a read or while they began");
        elections = counter(registry, "tidemark.elections.seen", "Changes of leadership of partitions held");
        isrShrinks = counter(registry, "tidemark.isr.shrinks", "In-sync replicas lost by partitions led");
        isrExpands = counter(registry, "tidemark.isr.expands", "In-sync replicas won by partitions led");
        bytesIn = counter(registry, "tidemark.produce.bytes", "Bytes of batches that clients sent");
        bytesOut = counter(registry, "tidemark.fetch.bytes", "Bytes of batches that consumers were given");
        appendedBytes = counter(registry, "tidemark.log.appended.bytes", "Bytes appended to logs");
        overloaded = counter(registry, "tidemark.requests.overloaded", "Requests refused by a full mailbox");
        produceLatency = timer(registry, "tidemark.produce.latency", "From receipt of a batch to its answer");
        fetchLatency =
                timer(registry, "tidemark.fetch.latency", "From receipt of a fetch to its answer, waits included");
    }

    /** Shows how many partitions of the cluster have their replicas in fewer racks than they could. */
    public static void countRackBroken(MeterRegistry registry, Supplier<Number> count) {
        Gauge.builder("tidemark.partitions.rack.broken", count)
                .description("Partitions of the cluster whose replicas lie in fewer racks than they could")
                .register(registry);
    }

    /** Shows these partitions from now on. */
    public void refresh(List<PartitionSnapshot> current) {
        partitions = List.copyOf(current);
        register(logStart, current, ReplicaState::logStartOffset);
        register(logEnd, current, ReplicaState::logEndOffset);
        register(highWatermark, current, ReplicaState::highWatermark);
        List<Row<?>> sizes = new ArrayList<>();
        List<Row<?>> lags = new ArrayList<>();
        for (PartitionSnapshot snapshot : current) {
            sizes.add(Row.of(tags(snapshot), snapshot.sizeBytes()));
            lags.addAll(lagsOf(snapshot));
        }
        logSize.register(sizes, true);
        replicaLag.register(lags, true);
    }

    /** Damage was found in a log; once for each time that it was opened. */
    public void damageFound() {
        damageFound.increment();
    }

    /** A partition was taken offline. */
    public void partitionWentOffline() {
        wentOffline.increment();
    }

    /** The leadership of a partition held here changed. */
    public void electionSeen() {
        elections.increment();
    }

    /** A partition led here lost an in-sync replica. */
    public void isrShrunk() {
        isrShrinks.increment();
    }

    /** A partition led here won an in-sync replica. */
    public void isrExpanded() {
        isrExpands.increment();
    }

    /** A batch was appended to a log, of a leader or a follower. */
    public void appended(int sizeBytes) {
        appendedBytes.increment(sizeBytes);
    }

    /** A client sent a batch. */
    public void produced(int sizeBytes) {
        bytesIn.increment(sizeBytes);
    }

    /** A batch was answered. */
    public void produceAnswered(long elapsedNs) {
        produceLatency.record(elapsedNs, TimeUnit.NANOSECONDS);
    }

    /** A consumer's fetch was answered. */
    public void fetchAnswered(long sizeBytes, long elapsedNs) {
        bytesOut.increment((double) sizeBytes);
        fetchLatency.record(elapsedNs, TimeUnit.NANOSECONDS);
    }

    /** A request was refused because the mailbox was full. */
    public void requestOverloaded() {
        overloaded.increment();
    }

    private static void register(
            MultiGauge gauge, List<PartitionSnapshot> snapshots, ToLongFunction<ReplicaState> value) {
        List<Row<?>> rows = new ArrayList<>();
        for (PartitionSnapshot snapshot : snapshots) {
            rows.add(Row.of(tags(snapshot), value.applyAsLong(snapshot.state())));
        }
        gauge.register(rows, true);
    }

    private static List<Row<?>> lagsOf(PartitionSnapshot snapshot) {
        ReplicaState state = snapshot.state();
        List<Row<?>> rows = new ArrayList<>();
        for (int i = 0; i < state.followers().size(); i++) {
            long followerEnd = state.followerEndOffsets().get(i);
            if (followerEnd >= 0) {
                Tags tags = tags(snapshot)
                        .and("replica", String.valueOf(state.followers().get(i)));
                rows.add(Row.of(tags, state.logEndOffset() - followerEnd));
            }
        }
        return rows;
    }

    private static Tags tags(PartitionSnapshot snapshot) {
        return Tags.of("topic", snapshot.topic(), "partition", String.valueOf(snapshot.partition()));
    }

    private static boolean isOffline(PartitionSnapshot snapshot) {
        return snapshot.state().role() == Role.OFFLINE;
    }

    private static boolean isLeaderless(PartitionSnapshot snapshot) {
        return snapshot.state().role() == Role.LEADERLESS;
    }

    private static boolean isLed(PartitionSnapshot snapshot) {
        return snapshot.state().role() == Role.LEADER;
    }

    private void count(
            MeterRegistry registry,
            String name,
            String description,
            java.util.function.Predicate<PartitionSnapshot> condition) {
        ToDoubleFunction<EngineMetrics> value =
                metrics -> metrics.partitions.stream().filter(condition).count();
        Gauge.builder(name, this, value).description(description).register(registry);
    }

    private static MultiGauge perPartition(MeterRegistry registry, String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private static Timer timer(MeterRegistry registry, String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(5),
                        Duration.ofMillis(20),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10))
                .register(registry);
    }
}
