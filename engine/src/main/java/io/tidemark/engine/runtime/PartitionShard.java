// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that owns many partitions: everything that happens to them happens here, one input after the other. {@link
 * #runOnce} does the work of one round, so that a simulation can drive a shard without a thread.
 *
 * <p>{@link #submit} and {@link #deliver} may be called by any thread, the rest by the owner.
 */
public final class PartitionShard {
    /** Ticks that were asked for come at multiples of this time, milliseconds: many askers share one. */
    static final long TICK_MS = 50;
    /** Longest time between ticks, milliseconds: for all that needs no exact time. */
    static final long REST_MS = 250;

    private static final long NEVER_MS = 60_000;

    private static final int ROUND_INPUTS = 512;

    private final String name;
    private final Clock clock;
    private final Mailbox mailbox;
    private final FatalListener fatal;
    private final TreeMap<PartitionKey, PartitionHost> hosts = new TreeMap<>();
    private final Set<PartitionKey> unopened = new HashSet<>();
    private final Set<Runnable> roundEnd = new LinkedHashSet<>();
    private final TreeSet<Long> askedTicksMs = new TreeSet<>();
    private long nextTickMs;
    private volatile boolean stopping;
    private volatile boolean sleeping;
    private volatile @Nullable Thread thread;

    /** A shard without partitions. */
    public PartitionShard(String name, Clock clock, int requestCapacity, FatalListener fatal) {
        this.name = name;
        this.clock = clock;
        this.mailbox = new Mailbox(requestCapacity);
        this.fatal = fatal;
        this.nextTickMs = clock.monotonicMs() + REST_MS;
    }

    /**
     * Hands in a client's request. It is rejected when the partition is not here.
     *
     * @return false when the mailbox is full: nothing happened, the reply is not used
     */
    public boolean submit(PartitionKey key, Reply reply, HostInput input) {
        boolean accepted = mailbox.offerRequest(nowMs -> applyOrReject(key, reply, input, nowMs));
        wake();
        return accepted;
    }

    /** Hands in a follower's fetch: never refused. It is rejected when the partition is not here. */
    public void deliver(PartitionKey key, Reply reply, HostInput input) {
        mailbox.putInner(nowMs -> applyOrReject(key, reply, input, nowMs));
        wake();
    }

    /** Hands in a result or news for one partition: never refused, dropped when the partition is not here. */
    public void deliver(PartitionKey key, HostInput input) {
        mailbox.putInner(nowMs -> {
            PartitionHost host = hosts.get(key);
            if (host != null) {
                input.apply(host, nowMs);
            }
        });
        wake();
    }

    /** Runs something on the shard's thread whether or not its partition is here still: an answer that must be given. */
    void handBack(Runnable answer) {
        mailbox.putInner(nowMs -> answer.run());
        wake();
    }

    /** Hands in news for every partition of the shard. */
    public void deliverToAll(HostInput input) {
        mailbox.putInner(nowMs -> List.copyOf(hosts.values()).forEach(host -> input.apply(host, nowMs)));
        wake();
    }

    /** Runs the action once when the current round ends, however often it is asked for. Owner only. */
    public void atRoundEnd(Runnable action) {
        roundEnd.add(action);
    }

    /** Ticks at that time or soon after, not only when it is time for a tick anyway. Owner only. */
    void tickAt(long dueMs) {
        askedTicksMs.add(-Math.floorDiv(-dueMs, TICK_MS) * TICK_MS);
    }

    /** Partitions here now. Owner only, or when the shard has no thread. */
    public List<PartitionHost> hosts() {
        return new ArrayList<>(hosts.values());
    }

    /** Takes a partition in. */
    void install(PartitionHost host) {
        mailbox.putInner(nowMs -> hosts.put(host.key(), host));
        wake();
    }

    /** The partition is here by right, but its log cannot be opened. */
    void markUnopened(PartitionKey key) {
        mailbox.putInner(nowMs -> unopened.add(key));
        wake();
    }

    /** Takes a partition out and hands it over; empty when it is not here. */
    CompletableFuture<Optional<PartitionHost>> remove(PartitionKey key) {
        CompletableFuture<Optional<PartitionHost>> removed = new CompletableFuture<>();
        mailbox.putInner(nowMs -> {
            PartitionHost host = hosts.remove(key);
            unopened.remove(key);
            if (host != null) {
                host.release();
            }
            removed.complete(Optional.ofNullable(host));
        });
        wake();
        return removed;
    }

    /** Its partitions as they stand. */
    CompletableFuture<List<PartitionSnapshot>> snapshots() {
        CompletableFuture<List<PartitionSnapshot>> taken = new CompletableFuture<>();
        mailbox.putInner(nowMs -> {
            List<PartitionSnapshot> snapshots = new ArrayList<>();
            hosts.values().forEach(host -> snapshots.add(host.snapshot(nowMs)));
            taken.complete(snapshots);
        });
        wake();
        return taken;
    }

    /** Whether nothing waits: {@link #runOnce} would only tick. Any thread. */
    public boolean isIdle() {
        return mailbox.isEmpty();
    }

    /** Requests that wait. */
    public int waitingRequests() {
        return mailbox.requestCount();
    }

    /**
     * Does one round: what waits, ticks that are due, and what was asked for at the round's end.
     *
     * @return whether there was anything to do
     */
    public boolean runOnce() {
        boolean worked = drain();
        long nowMs = clock.monotonicMs();
        if (nowMs >= nextTickMs()) {
            nextTickMs = nowMs + REST_MS;
            askedTicksMs.headSet(nowMs, true).clear();
            hosts.values().forEach(host -> host.tick(nowMs));
            worked = true;
        }
        if (!roundEnd.isEmpty()) {
            List<Runnable> actions = List.copyOf(roundEnd);
            roundEnd.clear();
            actions.forEach(Runnable::run);
        }
        return worked;
    }

    private long nextTickMs() {
        return askedTicksMs.isEmpty() ? nextTickMs : Math.min(nextTickMs, askedTicksMs.first());
    }

    private boolean drain() {
        boolean worked = false;
        for (int i = 0; i < ROUND_INPUTS; i++) {
            // One of each in turn: neither lane starves the other.
            Mailbox.Task inner = mailbox.pollInner();
            if (inner != null) {
                inner.run(clock.monotonicMs());
            }
            Mailbox.Task request = mailbox.pollRequest();
            if (request != null) {
                // Read after the request came in, whatever happened since the last one: a lease may have ended (R52).
                request.run(clock.monotonicMs());
            }
            if (inner == null && request == null) {
                break;
            }
            worked = true;
        }
        return worked;
    }

    private void applyOrReject(PartitionKey key, Reply reply, HostInput input, long nowMs) {
        PartitionHost host = hosts.get(key);
        if (host == null) {
            reply.rejected(Rejection.withoutReplica(
                    unopened.contains(key) ? ReplicaError.LOG_OFFLINE : ReplicaError.NOT_LEADER_OR_FOLLOWER));
        } else {
            input.apply(host, nowMs);
        }
    }

    /** Starts the thread. */
    void start() {
        Thread started = new Thread(this::run, name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** Ends the thread after its current round and waits for it. */
    void stop() throws InterruptedException {
        stopping = true;
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
            running.join();
        }
    }

    private void run() {
        try {
            while (!stopping) {
                if (!runOnce()) {
                    sleep();
                }
            }
        } catch (Throwable death) {
            fatal.onFatal("thread " + name + " died", death);
            throw death;
        }
    }

    private void sleep() {
        sleeping = true;
        // Without partitions there is nothing to tick.
        long waitMs = hosts.isEmpty() ? NEVER_MS : nextTickMs() - clock.monotonicMs();
        if (mailbox.isEmpty() && !stopping && waitMs > 0) {
            LockSupport.parkNanos(this, waitMs * 1_000_000);
        }
        sleeping = false;
    }

    private void wake() {
        Thread owner = thread;
        if (sleeping && owner != null) {
            LockSupport.unpark(owner);
        }
    }
}
