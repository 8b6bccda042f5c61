// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A client that reads every partition from its start to its end when all is over. Its reads are in the history as any. */
final class LastReader implements Runnable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ClientContext context;
    private final ClientConfig config;
    private final RecordedProcess process;
    private final SortedMap<Integer, List<Seen>> all = new TreeMap<>();

    LastReader(ClientContext context, ClientConfig config) {
        this.context = context;
        this.config = config;
        this.process = new RecordedProcess(context);
    }

    @Override
    public void run() {
        context.plan().partitions().forEach(partition -> all.put(partition, new ArrayList<>()));
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        try (Consumer consumer = Consumer.create(config)) {
            assign(consumer);
            Map<TopicPartition, Long> ends =
                    new HashMap<>(consumer.endOffsets(context.plan().all()));
            while (!ends.isEmpty()) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new IllegalStateException("the last read did not come to these ends: " + ends);
                }
                poll(consumer);
                ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        }
    }

    private void assign(Consumer consumer) {
        List<Step> steps = List.of(new Step.Assigned(context.plan().partitions(), true));
        Invocation invocation = process.invoke(Function.ASSIGN, steps);
        consumer.assign(context.plan().all());
        consumer.seekToBeginning(context.plan().all());
        process.complete(invocation, Outcome.OK, steps, "");
    }

    private void poll(Consumer consumer) {
        Invocation invocation = process.invoke(Function.POLL, List.of());
        try {
            List<Step> steps = PolledRecords.steps(consumer.poll(POLL));
            process.complete(invocation, Outcome.OK, steps, "");
            for (Step step : steps) {
                if (step instanceof Step.Polled polled) {
                    all.computeIfAbsent(polled.partition(), unused -> new ArrayList<>())
                            .addAll(polled.records());
                }
            }
        } catch (TidemarkException e) {
            process.complete(invocation, Outcome.INFO, List.of(), e.code() + " " + e.getMessage());
            throw e;
        }
    }

    /** What it read, by partition; complete once it has ended. */
    SortedMap<Integer, List<Seen>> all() {
        return all;
    }
}
