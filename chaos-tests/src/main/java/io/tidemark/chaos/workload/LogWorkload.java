// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.client.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that write unique values to all partitions of a topic, read them, each for itself and as a group, and ask for
 * offsets while things go wrong. Each client has a thread; {@link #stop} ends them, reads everything back, from the leaders and
 * from every replica, and lets the group read on to the ends.
 */
public final class LogWorkload {
    /** More than a client may take for an operation and its farewell when nobody answers. */
    private static final Duration END_LIMIT = Duration.ofSeconds(150);

    private static final Duration LAST_LIMIT = Duration.ofSeconds(400);
    private static final Duration GROUP_LIMIT = Duration.ofSeconds(60);
    private static final long WRITE_PAUSE_MEAN_MS = 8;
    private static final int MEMBERS = 3;

    private final WorkloadPlan plan;
    private final HistoryRecorder recorder;
    private final ClientContext context;
    private final SplittableRandom seeds;
    private final AtomicLong nextValue = new AtomicLong();
    private final ClientThreads clients = new ClientThreads();
    private final GivenBytes given;
    private final List<String> unproven = new ArrayList<>();
    private volatile boolean stopping;

    /**
     * Over one topic.
     *
     * @param given what nodes gave to consumers
     */
    public LogWorkload(WorkloadPlan plan, HistoryRecorder recorder, GivenBytes given) {
        this.plan = plan;
        this.given = given;
        this.recorder = recorder;
        this.seeds = new SplittableRandom(plan.seed());
        this.context = new ClientContext(
                plan,
                recorder,
                new SeenProgress(plan.partitionCount()),
                new AtomicInteger(),
                new ConcurrentLinkedQueue<>(),
                () -> stopping);
    }

    /**
     * Starts clients, the members of a group, one that asks for offsets and one for committed ones, one that deletes records,
     * and three for each node that work on registers.
     */
    public void start(int writers, int readers) {
        for (int i = 0; i < writers; i++) {
            clients.start("writer-" + i, new WritingClient(context, generator(), WRITE_PAUSE_MEAN_MS));
        }
        for (int i = 0; i < readers; i++) {
            clients.start("reader-" + i, new ReadingClient(context, generator()));
        }
        for (int i = 0; i < MEMBERS; i++) {
            clients.start("member-" + i, new GroupMemberClient(context, generator()));
        }
        clients.start("silent-member", new SilentMember(context, generator()));
        clients.start("committed-asker", new CommittedOffsetsClient(context, generator()));
        clients.start("asker", new AskingClient(context, generator()));
        clients.start("trimmer", new TrimmingClient(context, generator()));
        AtomicLong registerValue = new AtomicLong();
        AtomicLong committedValue = new AtomicLong();
        for (String node : plan.nodes()) {
            clients.start("register-" + node, new RegisterClient(context, generator(), registerValue, node));
            clients.start("topic-life-" + node, new TopicLifeClient(context, generator(), registerValue, node));
            clients.start("offset-" + node, new OffsetRegisterClient(context, generator(), committedValue, node));
        }
    }

    private Generator generator() {
        return new Generator(seeds.nextLong(), nextValue, plan.partitionCount());
    }

    /** Writes acknowledged so far. */
    public long acknowledged() {
        return recorder.acknowledged();
    }

    /**
     * Ends the clients, reads every partition from its start, and gives the history.
     *
     * @throws IllegalStateException when a client failed, or goes on although it is to end
     */
    public History stop() throws InterruptedException {
        stopping = true;
        clients.join(END_LIMIT);
        NearReads near = new NearReads(context, given);
        LastReader reader = new LastReader(context, plan.config());
        ClientThreads last = new ClientThreads();
        last.start("last-clients", () -> {
            closeAbandoned();
            reader.run();
            near.run();
            readOnAsGroup(reader.all());
        });
        last.join(LAST_LIMIT);
        unproven.addAll(near.unproven());
        return recorder.finish(reader.all());
    }

    /** What nothing shows of the last reads. */
    public List<String> unproven() {
        return unproven;
    }

    /** Ends the clients and asks for nothing more, not even what became of them. */
    public void abandon() throws InterruptedException {
        stopping = true;
        clients.await(END_LIMIT);
        closeAbandoned();
    }

    private void closeAbandoned() {
        for (AutoCloseable client : context.abandoned()) {
            try {
                client.close();
            } catch (Exception e) {
                throw new IllegalStateException("an abandoned client cannot be closed", e);
            }
        }
    }

    /** One last member begins where the others had committed and commits where it ends: so the group has read everything. */
    private void readOnAsGroup(SortedMap<Integer, List<Seen>> all) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        all.forEach((partition, records) -> {
            long end = records.isEmpty() ? 0 : records.get(records.size() - 1).offset() + 1;
            plan.named(List.of(partition)).forEach(named -> ends.put(named, end));
        });
        long deadlineNanos = System.nanoTime() + GROUP_LIMIT.toNanos();
        MemberLife last = new MemberLife(context);
        while (!last.isDone(ends)) {
            if (System.nanoTime() > deadlineNanos) {
                last.leave();
                throw new IllegalStateException("the group did not read on to these ends: " + ends);
            }
            last.poll();
            last.commit();
        }
        last.leave();
    }
}
