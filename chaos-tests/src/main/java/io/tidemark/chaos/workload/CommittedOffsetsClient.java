// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.consumer.OffsetAndMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A client that asks, from outside of the group, how far its members have committed. */
final class CommittedOffsetsClient implements Runnable {
    private static final long PAUSE_MEAN_MS = 100;
    private static final String LIMIT_MS = "3000";

    private final ClientContext context;
    private final Generator generator;
    private final int process;

    CommittedOffsetsClient(ClientContext context, Generator generator) {
        this.context = context;
        this.generator = generator;
        this.process = context.nextProcess().getAndIncrement();
    }

    @Override
    public void run() {
        try (GroupConsumer consumer = GroupConsumer.create(context.plan()
                .config()
                .with("group.id", context.plan().readingGroup())
                .with("enable.auto.commit", "false")
                .with("default.api.timeout.ms", LIMIT_MS))) {
            while (!context.isStopping()) {
                ask(consumer);
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        }
    }

    private void ask(GroupConsumer consumer) {
        Invocation invocation = context.recorder().invoke(process, Function.COMMITTED, List.of());
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets =
                    consumer.committed(context.plan().all());
            List<Step> told = new ArrayList<>();
            for (TopicPartition partition : context.plan().all()) {
                OffsetAndMetadata offset = offsets.get(partition);
                told.add(new Step.Committed(
                        context.plan().readingGroup(),
                        partition.partition(),
                        -1,
                        offset == null ? -1 : offset.offset()));
            }
            context.recorder().complete(invocation, Outcome.OK, told, "");
        } catch (TidemarkException e) {
            context.recorder().complete(invocation, Outcome.FAIL, List.of(), e.code() + " " + e.getMessage());
        }
    }
}
