// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import static io.tidemark.client.Outcome.NOT_WRITTEN;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.ConsumerGroupMetadata;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.consumer.OffsetAndMetadata;
import io.tidemark.client.consumer.RebalanceListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One life of a member of a group, with the real client: polls what it is given, notes what it owns in which generation, and
 * commits what it has polled, also when that is taken from it. In the history it does one thing at a time: a rebalance, which
 * comes in the midst of a poll, ends that poll without records and begins another. Confined to one thread.
 */
final class MemberLife implements RebalanceListener {
    /** Who does not poll for so long is given up by its own client. */
    static final int MAX_POLL_INTERVAL_MS = 4_000;

    private static final int CALL_LIMIT_MS = 6_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private final ClientContext context;
    private final GroupConsumer consumer;
    private final SortedSet<Integer> owned = new TreeSet<>();
    private final SortedMap<Integer, Long> uncommitted = new TreeMap<>();
    private final RecordedProcess process;
    private @Nullable Invocation polling;
    private boolean isUnsure;
    private boolean isAbandoned;

    /** Begins to subscribe. */
    MemberLife(ClientContext context) {
        this.context = context;
        this.process = new RecordedProcess(context);
        this.consumer = GroupConsumer.create(context.plan()
                .config()
                .with("group.id", context.plan().readingGroup())
                .with("enable.auto.commit", "false")
                .with("max.poll.interval.ms", String.valueOf(MAX_POLL_INTERVAL_MS))
                .with("default.api.timeout.ms", String.valueOf(CALL_LIMIT_MS)));
        consumer.subscribe(List.of(context.plan().topic()), this);
    }

    /** Whether nobody knows what became of a commit; nothing may follow under this life. */
    boolean isUnsure() {
        return isUnsure;
    }

    void poll() {
        polling = process.invoke(Function.POLL, List.of());
        List<Step> steps = PolledRecords.steps(consumer.poll(POLL));
        endPoll(steps);
        for (Step step : steps) {
            if (step instanceof Step.Polled polled) {
                uncommitted.put(polled.partition(), polled.last().offset() + 1);
            }
        }
    }

    private void endPoll(List<Step> steps) {
        Invocation begun = polling;
        if (begun != null) {
            process.complete(begun, Outcome.OK, steps, "");
            polling = null;
        }
    }

    /** Commits what was polled since the last commit. */
    void commit() {
        if (uncommitted.isEmpty() || isUnsure) {
            return;
        }
        ConsumerGroupMetadata before = consumer.groupMetadata();
        List<Step> asked = steps(before.generationId());
        Invocation invocation = process.invoke(Function.COMMIT, asked);
        try {
            consumer.commitSync(positions());
            process.complete(invocation, Outcome.OK, steps(generationOf(before)), "");
            uncommitted.clear();
        } catch (TidemarkException e) {
            boolean isRefused = e.outcome() == NOT_WRITTEN;
            process.complete(
                    invocation, isRefused ? Outcome.FAIL : Outcome.INFO, asked, e.code() + " " + e.getMessage());
            isUnsure = !isRefused;
        }
    }

    /** The newest that the commit can have named: its member may have come to another generation while it was asked. */
    private int generationOf(ConsumerGroupMetadata before) {
        ConsumerGroupMetadata after = consumer.groupMetadata();
        return after.memberId().equals(before.memberId()) ? after.generationId() : before.generationId();
    }

    private List<Step> steps(int generation) {
        List<Step> steps = new ArrayList<>();
        uncommitted.forEach((partition, offset) ->
                steps.add(new Step.Committed(context.plan().readingGroup(), partition, generation, offset)));
        return steps;
    }

    private Map<TopicPartition, OffsetAndMetadata> positions() {
        Map<TopicPartition, OffsetAndMetadata> positions = new TreeMap<>();
        uncommitted.forEach((partition, offset) ->
                positions.put(new TopicPartition(context.plan().topic(), partition), new OffsetAndMetadata(offset)));
        return positions;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        between(() -> partitions.forEach(partition -> owned.add(partition.partition())));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        between(() -> {
            commit();
            giveUp(partitions);
        });
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        between(() -> giveUp(partitions));
    }

    private void giveUp(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            owned.remove(partition.partition());
            uncommitted.remove(partition.partition());
        }
    }

    private void between(Runnable change) {
        if (isAbandoned) {
            return;
        }
        boolean isPolling = polling != null;
        endPoll(List.of());
        change.run();
        noteShare();
        if (isPolling) {
            polling = process.invoke(Function.POLL, List.of());
        }
    }

    /** A life whose last commit is in doubt goes under another number, which owns nothing as far as the history knows. */
    private void noteShare() {
        if (!isUnsure) {
            int generation = consumer.groupMetadata().generationId();
            List<Step> share = List.of(new Step.Owned(context.plan().readingGroup(), generation, List.copyOf(owned)));
            Invocation invocation = process.invoke(Function.JOIN, List.of());
            process.complete(invocation, Outcome.OK, share, "");
        }
    }

    /** Whether it owns all partitions, has come to these ends and has committed that. */
    boolean isDone(Map<TopicPartition, Long> ends) {
        return owned.size() == ends.size()
                && uncommitted.isEmpty()
                && ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Leaves the group as it should. */
    void leave() {
        consumer.close();
    }

    /** Does nothing any more; its client keeps it in the group until it has not polled for too long. */
    void abandon() {
        isAbandoned = true;
        context.abandoned().add(consumer);
    }
}
