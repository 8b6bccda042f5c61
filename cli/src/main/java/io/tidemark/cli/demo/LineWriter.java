// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.client.Header;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.client.producer.RecordMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Streams lines at a steady pace and keeps the books on them. Run by one thread, watched by others. */
final class LineWriter {
    /** Header in which each record carries its line's number. */
    static final String LINE_HEADER = "line";

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Lines under way at most, as a part of all: the stream must not be over before the node dies. */
    private static final int WINDOW_PARTS = 8;

    private static final int WINDOW_LIMIT = 10_000;
    private static final long WINDOW_POLL_NANOS = 1_000_000L;

    private final DemoPlan plan;
    private final Producer producer;
    private final WrittenLines written;
    private final FailoverClock failover;
    private final AtomicLongArray acknowledgedByPartition = new AtomicLongArray(DemoPlan.PARTITION_COUNT);
    private final AtomicReference<@Nullable Throwable> firstRefusal = new AtomicReference<>();

    private volatile boolean finishing;

    LineWriter(DemoPlan plan, Producer producer, WrittenLines written, FailoverClock failover) {
        this.plan = plan;
        this.producer = producer;
        this.written = written;
        this.failover = failover;
    }

    /** No further lines: what was sent is enough. */
    void finish() {
        finishing = true;
    }

    /** Sends every line, unless told to finish, and returns when each is acknowledged or refused. */
    void run() throws IOException {
        long startNanos = System.nanoTime();
        try (InputFile input = new InputFile(plan.input())) {
            for (int sent = 0; sent < plan.recordCount() && !finishing; sent++) {
                awaitTurn(startNanos, sent);
                awaitWindow();
                send(input.next());
            }
            producer.flush();
        }
    }

    private void awaitTurn(long startNanos, int sent) {
        if (plan.linesPerSecond() == 0) {
            return;
        }
        long dueNanos = startNanos + sent * NANOS_PER_SECOND / plan.linesPerSecond();
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void awaitWindow() {
        int window = Math.min(plan.recordCount() / WINDOW_PARTS, WINDOW_LIMIT);
        while (written.underWayCount() >= window) {
            LockSupport.parkNanos(WINDOW_POLL_NANOS);
        }
    }

    private void send(byte[] value) {
        int line = written.sent(Fingerprint.of(value));
        byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(line).array();
        ProducerRecord record = new ProducerRecord(
                DemoPlan.TOPIC,
                OptionalInt.empty(),
                OptionalLong.empty(),
                DemoPlan.key(line).getBytes(StandardCharsets.UTF_8),
                value,
                List.of(new Header(LINE_HEADER, number)));
        long sentNanos = System.nanoTime();
        var unused = producer.send(record).whenComplete((metadata, failure) -> {
            if (failure == null) {
                onAcknowledged(line, sentNanos, metadata);
            } else {
                written.refused();
                firstRefusal.compareAndSet(null, failure);
            }
        });
    }

    private void onAcknowledged(int line, long sentNanos, RecordMetadata metadata) {
        written.acknowledged(line, metadata.partition(), metadata.offset());
        acknowledgedByPartition.incrementAndGet(metadata.partition());
        failover.onAcknowledged(metadata.partition(), sentNanos, System.nanoTime());
    }

    /** Records that a partition has acknowledged. */
    long acknowledgedOf(int partition) {
        return acknowledgedByPartition.get(partition);
    }

    /** Why the first refused write was refused; null while none was. */
    @Nullable
    Throwable firstRefusal() {
        return firstRefusal.get();
    }
}
