// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.SendOperation.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.client.producer.RecordMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Clients that write unique values to all partitions of a topic and read them while things go wrong. Each client has a
 * thread; {@link #stop} ends them and reads everything back.
 */
public final class LogWorkload {
    private static final int IN_FLIGHT = 64;
    private static final Duration POLL = Duration.ofMillis(200);

    private final String topic;
    private final int partitionCount;
    private final ClientConfig config;
    private final HistoryRecorder recorder = new HistoryRecorder();
    private final AtomicLong nextValue = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private volatile boolean stopping;

    /** Over one topic. */
    public LogWorkload(String topic, int partitionCount, ClientConfig config) {
        this.topic = topic;
        this.partitionCount = partitionCount;
        this.config = config;
    }

    /** Starts clients. */
    public void start(int writers, int readers) {
        for (int i = 0; i < writers; i++) {
            int process = i;
            run("writer-" + process, () -> write(process));
        }
        for (int i = 0; i < readers; i++) {
            int process = writers + i;
            run("reader-" + process, () -> read(process));
        }
    }

    /** Writes acknowledged so far. */
    public long acknowledged() {
        return recorder.acknowledged();
    }

    /** Ends the clients, reads every partition from its start, and gives the history. */
    public History stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (failures) {
            if (!failures.isEmpty()) {
                throw new IllegalStateException("a client failed", failures.get(0));
            }
        }
        return recorder.finish(readAll());
    }

    private void run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setUncaughtExceptionHandler((ended, failure) -> {
            synchronized (failures) {
                failures.add(failure);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void write(int process) {
        Semaphore window = new Semaphore(IN_FLIGHT);
        try (Producer producer = Producer.create(config)) {
            while (!stopping) {
                window.acquireUninterruptibly();
                long value = nextValue.getAndIncrement();
                int partition = (int) (value % partitionCount);
                long invokedNanos = System.nanoTime();
                var unused = producer.send(record(partition, value)).whenComplete((metadata, failure) -> {
                    recorder.add(operation(process, partition, value, invokedNanos, metadata, failure));
                    window.release();
                });
            }
        }
    }

    private ProducerRecord record(int partition, long value) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        return new ProducerRecord(topic, OptionalInt.of(partition), OptionalLong.empty(), null, bytes, List.of());
    }

    private static SendOperation operation(
            int process,
            int partition,
            long value,
            long invokedNanos,
            @Nullable RecordMetadata metadata,
            @Nullable Throwable failure) {
        Outcome outcome = failure == null ? Outcome.OK : outcomeOf(failure);
        long offset = metadata == null ? -1 : metadata.offset();
        return new SendOperation(process, partition, value, invokedNanos, System.nanoTime(), outcome, offset);
    }

    private static Outcome outcomeOf(Throwable failure) {
        Throwable cause =
                failure.getCause() != null && !(failure instanceof TidemarkException) ? failure.getCause() : failure;
        if (cause instanceof TidemarkException told) {
            return switch (told.outcome()) {
                case NOT_WRITTEN -> Outcome.FAIL;
                case UNKNOWN -> Outcome.INFO;
                case WRITTEN -> Outcome.OK;
            };
        }
        throw new IllegalStateException("a write failed without a truthful outcome", failure);
    }

    private List<TopicPartition> partitions() {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int partition = 0; partition < partitionCount; partition++) {
            partitions.add(new TopicPartition(topic, partition));
        }
        return partitions;
    }

    private void read(int process) {
        try (Consumer consumer = Consumer.create(config)) {
            consumer.assign(partitions());
            consumer.seekToBeginning(partitions());
            while (!stopping) {
                record(process, consumer.poll(POLL));
            }
        }
    }

    private void record(int process, List<ConsumerRecord> records) {
        Map<Integer, List<PollOperation.Seen>> byPartition = new TreeMap<>();
        for (ConsumerRecord record : records) {
            byPartition
                    .computeIfAbsent(record.partition(), unused -> new ArrayList<>())
                    .add(seen(record));
        }
        byPartition.forEach(
                (partition, seen) -> recorder.add(new PollOperation(process, partition, System.nanoTime(), seen)));
    }

    private static PollOperation.Seen seen(ConsumerRecord record) {
        byte[] value = record.value();
        if (value == null) {
            throw new IllegalStateException("a record without a value at offset " + record.offset());
        }
        return new PollOperation.Seen(record.offset(), ByteBuffer.wrap(value).getLong());
    }

    private SortedMap<Integer, List<PollOperation.Seen>> readAll() {
        SortedMap<Integer, List<PollOperation.Seen>> all = new TreeMap<>();
        try (Consumer consumer = Consumer.create(config)) {
            consumer.assign(partitions());
            consumer.seekToBeginning(partitions());
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions()));
            while (!ends.isEmpty()) {
                for (ConsumerRecord record : consumer.poll(POLL)) {
                    all.computeIfAbsent(record.partition(), unused -> new ArrayList<>())
                            .add(seen(record));
                }
                ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        }
        return all;
    }
}
