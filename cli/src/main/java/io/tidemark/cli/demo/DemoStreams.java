// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.terminal.Clients;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The writer and the reader at work, each on its own thread, and the waiting for what they come to. */
final class DemoStreams implements AutoCloseable {
    private static final long POLL_NANOS = 50_000_000L;

    private final DemoPlan plan;
    private final Narrator narrator;
    private final WrittenLines written;
    private final FailoverClock failover = new FailoverClock();
    private final Producer producer;
    private final Consumer consumer;
    private final LineWriter writer;
    private final LineCheck reader;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, DemoStreams::daemon);
    private final Future<?> writing;
    private final Future<?> reading;

    DemoStreams(DemoPlan plan, Clients clients, String bootstrap, Narrator narrator) {
        this.plan = plan;
        this.narrator = narrator;
        this.written = new WrittenLines(plan.recordCount());
        this.producer = clients.producer(new ClientConfig(Map.of("bootstrap.servers", bootstrap, "acks", "all")));
        this.consumer = clients.consumer(new ClientConfig(Map.of("bootstrap.servers", bootstrap)));
        this.writer = new LineWriter(plan, producer, written, failover);
        this.reader = new LineCheck(consumer, new DeliveryProof(written, plan.recordCount()));
        CountDownLatch written = new CountDownLatch(1);
        this.writing = threads.submit(() -> {
            try {
                writer.run();
                return true;
            } finally {
                written.countDown();
            }
        });
        this.reading = threads.submit(() -> reader.follow(() -> written.getCount() == 0));
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "demo-stream");
        thread.setDaemon(true);
        return thread;
    }

    LineWriter writer() {
        return writer;
    }

    WrittenLines written() {
        return written;
    }

    FailoverClock failover() {
        return failover;
    }

    /** What the reader that read along saw; after {@link #awaitEnd}. */
    DeliveryProof.Verdict readerVerdict() {
        return reader.verdict();
    }

    /** Waits for a condition while telling how far the streams are; a stream that broke ends the wait. */
    void await(String label, String what, Duration limit, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw CommandException.failed(what + " did not come about in " + limit.toSeconds() + " s");
            }
            pause(label);
        }
    }

    /** Waits a little while telling how far the streams are; a stream that broke ends it all. */
    void pause(String label) {
        requireUnbroken(writing, "the writer");
        requireUnbroken(reading, "the reader");
        tellProgress(label);
        LockSupport.parkNanos(POLL_NANOS);
    }

    /** Waits until every line is acknowledged or refused and the reader has read to the end. */
    void awaitEnd(Duration limit) {
        await("stream", "the end of the stream", limit, () -> writing.isDone() && reading.isDone());
        requireUnbroken(writing, "the writer");
        requireUnbroken(reading, "the reader");
    }

    private void tellProgress(String label) {
        narrator.progress(
                label,
                String.format(
                        Locale.ROOT,
                        "%,d of %,d lines acknowledged, %,d read",
                        written.acknowledgedCount(),
                        plan.recordCount(),
                        reader.readCount()));
    }

    private static void requireUnbroken(Future<?> stream, String who) {
        if (!stream.isDone() || stream.isCancelled()) {
            return;
        }
        try {
            stream.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw CommandException.failed(who + " broke: " + cause.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failed("interrupted");
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        threads.shutdownNow();
    }

    /** Releases the connections; only once the streams have ended, for a consumer belongs to one thread. */
    void release() {
        close();
        producer.close();
        consumer.close();
    }
}
