// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.client.consumer.Consumer;
import java.time.Duration;
import java.util.List;

/**
 * A client that polls some partitions, now and then takes others, those first that nobody has read to the end, and now and
 * then dies and comes back as another process that reads from the start.
 */
final class ReadingClient implements Runnable {
    private static final long CRASH_MEAN_MS = 30_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private final ClientContext context;
    private final Generator generator;
    private int process;
    private Consumer consumer;

    ReadingClient(ClientContext context, Generator generator) {
        this.context = context;
        this.generator = generator;
        this.process = context.nextProcess().getAndIncrement();
        this.consumer = Consumer.create(context.plan().config());
    }

    @Override
    public void run() {
        assign(context.plan().partitions(), true);
        long lastNanos = System.nanoTime();
        while (!context.isStopping()) {
            poll();
            long nowNanos = System.nanoTime();
            if (generator.isTimeToCrash((nowNanos - lastNanos) / 1_000_000, CRASH_MEAN_MS)) {
                comeBackAsAnother();
            } else if (generator.isTimeToReassign()) {
                assign(generator.partitions(context.progress().behind()), false);
            }
            lastNanos = nowNanos;
        }
        consumer.close();
    }

    private void assign(List<Integer> partitions, boolean fromBeginning) {
        List<Step> steps = List.of(new Step.Assigned(partitions, fromBeginning));
        Invocation invocation = context.recorder().invoke(process, Function.ASSIGN, steps);
        consumer.assign(context.plan().named(partitions));
        if (fromBeginning) {
            consumer.seekToBeginning(context.plan().named(partitions));
        }
        context.recorder().complete(invocation, Outcome.OK, steps, "");
    }

    private void poll() {
        Invocation invocation = context.recorder().invoke(process, Function.POLL, List.of());
        List<Step> steps = PolledRecords.steps(consumer.poll(POLL));
        context.recorder().complete(invocation, Outcome.OK, steps, "");
        for (Step step : steps) {
            if (step instanceof Step.Polled polled) {
                context.progress().onPolled(polled.partition(), polled.last().offset());
            }
        }
    }

    private void comeBackAsAnother() {
        context.abandoned().add(consumer);
        process = context.nextProcess().getAndIncrement();
        consumer = Consumer.create(context.plan().config());
        assign(context.plan().partitions(), true);
    }
}
