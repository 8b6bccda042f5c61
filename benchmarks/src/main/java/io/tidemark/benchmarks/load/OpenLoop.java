// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Sends records when they are due, late ones at once, none left out. */
final class OpenLoop {
    private static final long POLL_NANOS = 5_000_000;

    private final LoadProducer producer;
    private final String topic;
    private final Values values;
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile boolean isStopped;

    OpenLoop(LoadProducer producer, String topic, Values values) {
        this.producer = producer;
        this.topic = topic;
        this.values = values;
    }

    /** Hears of every acknowledged record. */
    @FunctionalInterface
    interface Acknowledged {
        void at(long dueNanos, long ackNanos);
    }

    /** Sends until the first record that is due at {@code endNanos} or later, or until stopped; returns how many it sent. */
    long run(IntendedTimes times, long endNanos, Acknowledged listener) {
        long index = 0;
        while (!isStopped) {
            long dueNanos = times.dueNanos(index);
            if (dueNanos - endNanos >= 0) {
                return index;
            }
            long early = dueNanos - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(early);
            } else {
                send(dueNanos, listener);
                index++;
            }
        }
        return index;
    }

    void stop() {
        isStopped = true;
    }

    private void send(long dueNanos, Acknowledged listener) {
        producer.send(topic, LoadProducer.ANY_PARTITION, values.due(dueNanos), failure -> {
            if (failure == null) {
                listener.at(dueNanos, System.nanoTime());
                acknowledged.increment();
            } else {
                failed.increment();
            }
        });
    }

    /** Waits until so many records are done; false when that takes longer than the limit. */
    boolean awaitDone(long sent, long limitNanos) {
        long deadlineNanos = System.nanoTime() + limitNanos;
        while (acknowledged.sum() + failed.sum() < sent) {
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    long failedCount() {
        return failed.sum();
    }
}
