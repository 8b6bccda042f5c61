// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.soak;

import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends records at a steady rate and keeps count of what became of them. One thread sends. */
final class SteadyWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SteadyWriter.class);
    private static final int RECORD_BYTES = 1000;

    private final Producer producer;
    private final String topic;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lastAckNanos = new AtomicLong();
    private final AtomicLong largestGapNanos = new AtomicLong();

    SteadyWriter(Producer producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /** Sends for so long, and returns when all is answered. */
    void run(long durationMs, int recordsPerS) {
        long startNanos = System.nanoTime();
        lastAckNanos.set(startNanos);
        long pauseNanos = TimeUnit.SECONDS.toNanos(1) / recordsPerS;
        byte[] value = new byte[RECORD_BYTES];
        for (long sent = 0; ; sent++) {
            long dueNanos = startNanos + sent * pauseNanos;
            for (long rest; (rest = dueNanos - System.nanoTime()) > 0; ) {
                LockSupport.parkNanos(rest);
            }
            if (System.nanoTime() - startNanos >= TimeUnit.MILLISECONDS.toNanos(durationMs)) {
                break;
            }
            send(Long.toString(sent), value);
        }
        producer.flush();
    }

    private void send(String key, byte[] value) {
        try {
            var unused = producer.send(
                            ProducerRecord.of(topic, key.getBytes(java.nio.charset.StandardCharsets.UTF_8), value))
                    .whenComplete((written, failure) -> {
                        if (failure == null) {
                            onAcknowledged();
                        } else {
                            onFailed(failure);
                        }
                    });
        } catch (RuntimeException refused) {
            onFailed(refused);
        }
    }

    private void onAcknowledged() {
        long now = System.nanoTime();
        acknowledged.incrementAndGet();
        long before = lastAckNanos.getAndAccumulate(now, Math::max);
        largestGapNanos.accumulateAndGet(now - before, Math::max);
    }

    private void onFailed(Throwable failure) {
        if (failed.incrementAndGet() == 1) {
            LOG.warn("the first record that failed", failure);
        }
    }

    long acknowledged() {
        return acknowledged.get();
    }

    long failed() {
        return failed.get();
    }

    long largestGapMs() {
        return TimeUnit.NANOSECONDS.toMillis(largestGapNanos.get());
    }
}
