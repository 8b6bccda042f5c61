// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that write unique values to all partitions of a topic, read them, each for itself and as a group, and ask for
 * offsets while things go wrong. Each client has a thread; {@link #stop} ends them, lets the group read on to the ends, and
 * reads everything back.
 */
public final class LogWorkload {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration READ_ALL_LIMIT = Duration.ofSeconds(60);
    private static final Duration GROUP_LIMIT = Duration.ofSeconds(60);
    private static final long WRITE_PAUSE_MEAN_MS = 8;
    private static final int MEMBERS = 3;

    private final WorkloadPlan plan;
    private final HistoryRecorder recorder;
    private final ClientContext context;
    private final SplittableRandom seeds;
    private final AtomicLong nextValue = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private volatile boolean stopping;

    /** Over one topic. */
    public LogWorkload(WorkloadPlan plan, HistoryRecorder recorder) {
        this.plan = plan;
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
     * and two for each node that work on registers.
     */
    public void start(int writers, int readers) {
        for (int i = 0; i < writers; i++) {
            run("writer-" + i, new WritingClient(context, generator(), WRITE_PAUSE_MEAN_MS));
        }
        for (int i = 0; i < readers; i++) {
            run("reader-" + i, new ReadingClient(context, generator()));
        }
        for (int i = 0; i < MEMBERS; i++) {
            run("member-" + i, new GroupMemberClient(context, generator()));
        }
        run("silent-member", new SilentMember(context, generator()));
        run("committed-asker", new CommittedOffsetsClient(context, generator()));
        run("asker", new AskingClient(context, generator()));
        run("trimmer", new TrimmingClient(context, generator()));
        AtomicLong registerValue = new AtomicLong();
        AtomicLong committedValue = new AtomicLong();
        for (String node : plan.nodes()) {
            run("register-" + node, new RegisterClient(context, generator(), registerValue, node));
            run("offset-" + node, new OffsetRegisterClient(context, generator(), committedValue, node));
        }
    }

    private Generator generator() {
        return new Generator(seeds.nextLong(), nextValue, plan.partitionCount());
    }

    /** Writes acknowledged so far. */
    public long acknowledged() {
        return recorder.acknowledged();
    }

    /** Ends the clients, reads every partition from its start, and gives the history. */
    public History stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        closeAbandoned();
        synchronized (failures) {
            if (!failures.isEmpty()) {
                throw new IllegalStateException("a client failed", failures.get(0));
            }
        }
        SortedMap<Integer, List<Seen>> all = readAll();
        readOnAsGroup(all);
        return recorder.finish(all);
    }

    private void closeAbandoned() {
        for (AutoCloseable client : context.abandoned()) {
            try {
                client.close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
    }

    private void run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setUncaughtExceptionHandler((ended, failure) -> {
            synchronized (failures) {
                failures.add(failure);
            }
        });
        threads.add(thread);
        thread.start();
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

    private SortedMap<Integer, List<Seen>> readAll() {
        SortedMap<Integer, List<Seen>> all = new TreeMap<>();
        plan.partitions().forEach(partition -> all.put(partition, new ArrayList<>()));
        long deadlineNanos = System.nanoTime() + READ_ALL_LIMIT.toNanos();
        try (Consumer consumer = Consumer.create(plan.config())) {
            consumer.assign(plan.all());
            consumer.seekToBeginning(plan.all());
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(plan.all()));
            while (!ends.isEmpty()) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new IllegalStateException("the last read did not come to these ends: " + ends);
                }
                for (ConsumerRecord record : consumer.poll(POLL)) {
                    all.computeIfAbsent(record.partition(), unused -> new ArrayList<>())
                            .add(Seen.of(record));
                }
                ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
        }
        return all;
    }
}
