// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import java.util.List;

/** A client that asks for ends, starts and times of partitions. */
final class AskingClient implements Runnable {
    private static final long PAUSE_MEAN_MS = 20;
    private static final int LOOK_BACK_MS = 20_000;

    private final ClientContext context;
    private final Generator generator;
    private final int process;

    AskingClient(ClientContext context, Generator generator) {
        this.context = context;
        this.generator = generator;
        this.process = context.nextProcess().getAndIncrement();
    }

    @Override
    public void run() {
        try (Consumer consumer = Consumer.create(context.plan().config())) {
            while (!context.isStopping()) {
                int partition = generator.partition();
                switch (generator.below(4)) {
                    case 0 -> ask(consumer, Function.EARLIEST, partition, -1);
                    case 1 ->
                        ask(
                                consumer,
                                Function.TIME,
                                partition,
                                System.currentTimeMillis() - generator.below(LOOK_BACK_MS));
                    default -> ask(consumer, Function.LATEST, partition, -1);
                }
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        }
    }

    private void ask(Consumer consumer, Function function, int partition, long timestampMs) {
        Invocation invocation =
                context.recorder().invoke(process, function, List.of(new Step.Listed(partition, timestampMs, -1)));
        try {
            long offset = answer(
                    consumer, function, context.plan().named(List.of(partition)).get(0), timestampMs);
            context.recorder()
                    .complete(invocation, Outcome.OK, List.of(new Step.Listed(partition, timestampMs, offset)), "");
        } catch (TidemarkException e) {
            context.recorder().complete(invocation, Outcome.FAIL, List.of(), e.code() + " " + e.getMessage());
        }
    }

    private static long answer(Consumer consumer, Function function, TopicPartition partition, long timestampMs) {
        return switch (function) {
            case LATEST -> consumer.endOffsets(List.of(partition)).getOrDefault(partition, -1L);
            case EARLIEST -> consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, -1L);
            default -> consumer.offsetForTime(partition, timestampMs).orElse(-1L);
        };
    }
}
