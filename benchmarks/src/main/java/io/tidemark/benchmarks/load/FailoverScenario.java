// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Kills the leader of the only partition under a steady load; how long until a record due after that is acknowledged. */
final class FailoverScenario implements Scenario {
    private static final double PER_SECOND = 200;
    private static final int VALUE_BYTES = 1024;
    private static final ProducerSettings AT_ONCE = new ProducerSettings(16_384, 0);
    private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL_NANOS = 1_000_000;

    @Override
    public String name() {
        return "failover";
    }

    @Override
    public boolean breaksCluster() {
        return true;
    }

    @Override
    public Outcome run(LogSystem system, RunTimes times) throws IOException, InterruptedException {
        TopicSpec topic = new TopicSpec(name(), 1, false);
        system.createTopic(topic, RunTimes.LIMIT);
        try (LoadProducer producer = system.producer(AT_ONCE)) {
            OpenLoop loop = new OpenLoop(producer, topic.name(), new Values(VALUE_BYTES));
            KillClock clock = new KillClock();
            IntendedTimes due = new IntendedTimes(System.nanoTime(), PER_SECOND);
            long endNanos = due.startNanos() + STEADY_NANOS + LIMIT_NANOS;
            FutureTask<Long> sending = new FutureTask<>(() -> loop.run(due, endNanos, clock::onAck));
            Thread thread = new Thread(sending, "load");
            thread.setDaemon(true);
            thread.start();
            TimeUnit.NANOSECONDS.sleep(STEADY_NANOS);
            ProcessHandle leader = system.leaderOf(topic.name(), 0);
            clock.onKill(System.nanoTime());
            leader.destroyForcibly();
            boolean isBack = clock.awaitAck(LIMIT_NANOS);
            LockSupport.parkNanos(AFTER_NANOS);
            loop.stop();
            ThroughputScenario.await(sending);
            Outcome outcome = Outcome.empty();
            outcome.describe(AT_ONCE, VALUE_BYTES);
            outcome.settings().put("perSecond", String.valueOf(PER_SECOND));
            outcome.metrics().put("firstAckMs", isBack ? clock.firstAckMs() : LIMIT_NANOS / 1e6);
            outcome.metrics().put("failedCount", (double) loop.failedCount());
            return outcome;
        }
    }

    /** From the kill to the first acknowledgement of a record that was due after it. Thread-safe. */
    static final class KillClock {
        private static final long NONE = Long.MIN_VALUE;

        private final AtomicLong killNanos = new AtomicLong(NONE);
        private final AtomicLong ackNanos = new AtomicLong(NONE);

        void onKill(long nowNanos) {
            killNanos.set(nowNanos);
        }

        void onAck(long dueNanos, long nowNanos) {
            long killed = killNanos.get();
            if (killed != NONE && dueNanos - killed >= 0) {
                ackNanos.compareAndSet(NONE, nowNanos);
            }
        }

        boolean awaitAck(long limitNanos) {
            long deadlineNanos = System.nanoTime() + limitNanos;
            while (ackNanos.get() == NONE && System.nanoTime() - deadlineNanos < 0) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            return ackNanos.get() != NONE;
        }

        double firstAckMs() {
            return (ackNanos.get() - killNanos.get()) / 1e6;
        }
    }
}
