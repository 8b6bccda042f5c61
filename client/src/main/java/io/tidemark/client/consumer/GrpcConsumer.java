// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.OffsetLookup.Wanted;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.OffsetReset;
import io.tidemark.client.metadata.ThreadInbox;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.OffsetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@link Consumer} over the wire. Everything but the calls under way belongs to the thread that polls. */
final class GrpcConsumer implements Consumer {
    /** How long a poll waits for positions before it looks after the other partitions again. */
    private static final int RESET_WAIT_MS = 200;
    /** How soon to look again when nothing happens. */
    private static final int POLL_STEP_MS = 25;

    private final ClusterMetadata metadata;
    private final Connections connections;
    private final Fetcher fetcher;
    private final OffsetLookup lookup;
    private final ThreadInbox inbox = new ThreadInbox();
    private final AtomicBoolean isWoken = new AtomicBoolean();
    private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
    private final OffsetReset reset;
    private final int recordsMax;
    private final int timeoutMs;

    private Map<TopicPartition, FetchState> states = new LinkedHashMap<>();
    private int nextToServe;
    private boolean isClosed;

    GrpcConsumer(ClientConfig config) {
        this.reset = config.get(ClientKeys.AUTO_OFFSET_RESET);
        this.recordsMax = config.get(ClientKeys.MAX_POLL_RECORDS);
        this.timeoutMs = config.get(ClientKeys.DEFAULT_API_TIMEOUT_MS);
        this.connections = new Connections(config.get(ClientKeys.CLIENT_ID));
        this.metadata = new ClusterMetadata(config, connections);
        this.fetcher = new Fetcher(config, metadata, connections, inbox);
        this.lookup = new OffsetLookup(metadata, connections);
        metadata.onChange(inbox::wake);
    }

    ClusterMetadata metadata() {
        return metadata;
    }

    Connections connections() {
        return connections;
    }

    /** Positions of those assigned partitions that have one: what polls have returned lies before them. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new LinkedHashMap<>();
        states.forEach((partition, state) -> {
            if (state.hasPosition()) {
                positions.put(partition, state.position());
            }
        });
        return positions;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        enter();
        try {
            Map<TopicPartition, FetchState> next = new LinkedHashMap<>();
            for (TopicPartition partition : partitions) {
                FetchState kept = states.get(partition);
                next.put(partition, kept == null ? new FetchState(partition, reset) : kept);
                metadata.requestUpdate(partition.topic());
            }
            fetcher.cancelAll();
            states = next;
        } finally {
            leave();
        }
    }

    @Override
    public List<TopicPartition> partitionsFor(String topic) {
        enter();
        try {
            List<TopicPartition> partitions = new ArrayList<>();
            int count = metadata.awaitTopic(topic, timeoutMs).partitionCount();
            for (int partition = 0; partition < count; partition++) {
                partitions.add(new TopicPartition(topic, partition));
            }
            return partitions;
        } finally {
            leave();
        }
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative");
        }
        enter();
        try {
            stateOf(partition).seek(offset);
            fetcher.cancelAll();
        } finally {
            leave();
        }
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        seekTo(partitions, OffsetReset.EARLIEST);
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        seekTo(partitions, OffsetReset.LATEST);
    }

    private void seekTo(Collection<TopicPartition> partitions, OffsetReset to) {
        enter();
        try {
            partitions.forEach(partition -> stateOf(partition).seekTo(to));
            fetcher.cancelAll();
        } finally {
            leave();
        }
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        hold(partitions, true);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        hold(partitions, false);
    }

    private void hold(Collection<TopicPartition> partitions, boolean isHeld) {
        enter();
        try {
            List<FetchState> held = partitions.stream().map(this::stateOf).toList();
            held.forEach(state -> state.hold(isHeld));
        } finally {
            leave();
        }
    }

    @Override
    public Set<TopicPartition> paused() {
        enter();
        try {
            Set<TopicPartition> paused = new TreeSet<>();
            states.values().stream().filter(FetchState::isHeld).forEach(state -> paused.add(state.partition));
            return paused;
        } finally {
            leave();
        }
    }

    @Override
    public long position(TopicPartition partition) {
        enter();
        try {
            FetchState state = stateOf(partition);
            if (!state.hasPosition()) {
                Wanted wanted = wantedBy(state);
                state.seek(
                        lookup.lookUpAll(List.of(partition), wanted, timeoutMs).getOrDefault(partition, 0L));
            }
            return state.position();
        } finally {
            leave();
        }
    }

    @Override
    public List<ConsumerRecord> poll(Duration timeout) {
        enter();
        try {
            long deadlineMs = MonotonicClock.nowMs() + timeout.toMillis();
            while (true) {
                inbox.runEvents();
                resolvePositions(deadlineMs);
                fetcher.sendFetches(states.values(), MonotonicClock.nowMs());
                if (isWoken.getAndSet(false)) {
                    return List.of();
                }
                List<ConsumerRecord> records = takeRecords();
                if (!records.isEmpty()) {
                    // The next fetch is under way while the application works on these.
                    fetcher.sendFetches(states.values(), MonotonicClock.nowMs());
                    return records;
                }
                long leftMs = deadlineMs - MonotonicClock.nowMs();
                if (leftMs <= 0) {
                    return List.of();
                }
                inbox.await(Math.min(leftMs, POLL_STEP_MS));
            }
        } finally {
            leave();
        }
    }

    private void resolvePositions(long deadlineMs) {
        Map<TopicPartition, Wanted> wanted = new LinkedHashMap<>();
        for (FetchState state : states.values()) {
            if (!state.hasPosition()) {
                wanted.put(state.partition, wantedBy(state));
            }
        }
        if (!wanted.isEmpty()) {
            long untilMs = Math.min(deadlineMs, MonotonicClock.nowMs() + RESET_WAIT_MS);
            lookup.lookUp(wanted, untilMs)
                    .forEach((partition, offset) -> stateOf(partition).seek(offset));
        }
    }

    private Wanted wantedBy(FetchState state) {
        OffsetReset to = state.reset();
        if (to == null || to == OffsetReset.NONE) {
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE,
                    "there is no position for " + state.partition + " and auto.offset.reset is none: seek first",
                    Outcome.NOT_WRITTEN);
        }
        return to == OffsetReset.EARLIEST ? Wanted.EARLIEST : Wanted.LATEST;
    }

    /** Takes from the partitions in turn, so that a full one does not starve the others. */
    private List<ConsumerRecord> takeRecords() {
        List<FetchState> all = new ArrayList<>(states.values());
        all.removeIf(FetchState::isHeld);
        List<ConsumerRecord> records = new ArrayList<>();
        for (int i = 0; i < all.size() && records.size() < recordsMax; i++) {
            all.get(Math.floorMod(nextToServe + i, all.size())).take(recordsMax - records.size(), records);
        }
        nextToServe++;
        if (records.isEmpty()) {
            for (FetchState state : all) {
                TidemarkException failure = state.takeFailure();
                if (failure != null) {
                    throw failure;
                }
            }
        }
        return records;
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return lookUp(partitions, Wanted.EARLIEST);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return lookUp(partitions, Wanted.LATEST);
    }

    @Override
    public Optional<Long> offsetForTime(TopicPartition partition, long timestampMs) {
        Wanted wanted = new Wanted(OffsetSpec.OFFSET_SPEC_TIMESTAMP, timestampMs);
        long offset = lookUp(List.of(partition), wanted).getOrDefault(partition, -1L);
        return offset < 0 ? Optional.empty() : Optional.of(offset);
    }

    private Map<TopicPartition, Long> lookUp(Collection<TopicPartition> partitions, Wanted wanted) {
        enter();
        try {
            partitions.forEach(partition -> metadata.awaitTopic(partition.topic(), timeoutMs));
            return lookup.lookUpAll(partitions, wanted, timeoutMs);
        } finally {
            leave();
        }
    }

    @Override
    public void wakeup() {
        isWoken.set(true);
        inbox.wake();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        enter();
        try {
            isClosed = true;
            fetcher.cancelAll();
            metadata.close();
            connections.close();
        } finally {
            leave();
        }
    }

    private FetchState stateOf(TopicPartition partition) {
        FetchState state = states.get(partition);
        if (state == null) {
            throw new IllegalStateException(partition + " is not assigned");
        }
        return state;
    }

    private void enter() {
        if (isClosed) {
            throw new IllegalStateException("the consumer is closed");
        }
        Thread current = Thread.currentThread();
        if (!user.compareAndSet(null, current)) {
            throw new IllegalStateException("the consumer is in use by another thread: only wakeup may be called");
        }
        inbox.own();
    }

    private void leave() {
        user.set(null);
    }
}
