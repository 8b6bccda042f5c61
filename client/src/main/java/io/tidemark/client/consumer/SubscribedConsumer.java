// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.AnyNodeCalls;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.v1.ErrorCode;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link GroupConsumer}: a plain consumer whose partitions and positions come from a group. */
final class SubscribedConsumer implements GroupConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(SubscribedConsumer.class);
    /** Bound of one look-up of committed offsets within a poll. */
    private static final int FETCH_OFFSETS_MS = 5_000;

    private final GrpcConsumer consumer;
    private final GroupMembership membership;
    private final GroupOffsets offsets;
    private final CommitQueue commits;
    private final AnyNodeCalls anyNode;
    private final AtomicBoolean isWoken = new AtomicBoolean();
    private final boolean autoCommits;
    private final int autoCommitIntervalMs;
    private final int timeoutMs;

    private SortedSet<TopicPartition> owned = new TreeSet<>();
    private RebalanceListener listener = RebalanceListener.NONE;
    private boolean isSubscribed;
    private GroupMembership.Told done = new GroupMembership.Told(0, 0, new TreeSet<>(), false);
    private long nextCommitMs;
    private boolean isClosed;

    SubscribedConsumer(ClientConfig config) {
        MemberSettings settings = MemberSettings.of(config);
        if (settings.groupId().isEmpty()) {
            throw new IllegalArgumentException("group.id is not set: a consumer that subscribes or commits needs one");
        }
        this.consumer = new GrpcConsumer(config);
        CoordinatorCalls calls = new CoordinatorCalls(settings.groupId(), consumer.metadata(), consumer.connections());
        this.anyNode = new AnyNodeCalls(consumer.metadata(), consumer.connections());
        this.membership = new GroupMembership(settings, calls, consumer::wakeup);
        this.offsets = new GroupOffsets(settings.groupId(), calls);
        this.timeoutMs = config.get(ClientKeys.DEFAULT_API_TIMEOUT_MS);
        this.commits = new CommitQueue(offsets, this::committer, timeoutMs);
        this.autoCommits = config.get(ClientKeys.ENABLE_AUTO_COMMIT);
        this.autoCommitIntervalMs = config.get(ClientKeys.AUTO_COMMIT_INTERVAL_MS);
        this.nextCommitMs = MonotonicClock.nowMs() + autoCommitIntervalMs;
    }

    private GroupOffsets.Committer committer() {
        return isSubscribed ? membership.committer() : GroupOffsets.Committer.NO_MEMBER;
    }

    @Override
    public void subscribe(Collection<String> topics, RebalanceListener rebalanceListener) {
        SortedSet<String> names = Collections.unmodifiableSortedSet(new TreeSet<>(topics));
        listener = rebalanceListener;
        isSubscribed = true;
        membership.subscribe(() -> names);
    }

    @Override
    public void subscribe(Pattern pattern, RebalanceListener rebalanceListener) {
        listener = rebalanceListener;
        isSubscribed = true;
        membership.subscribe(new TopicPattern(pattern, anyNode));
    }

    @Override
    public void unsubscribe() {
        if (isSubscribed) {
            giveUp(new TreeSet<>(owned), new TreeSet<>());
            membership.unsubscribe();
            done = membership.told();
            isSubscribed = false;
        }
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        unsubscribe();
        owned = new TreeSet<>();
        owned.addAll(partitions);
        consumer.assign(owned);
        seekToCommitted(owned);
    }

    @Override
    public SortedSet<TopicPartition> assignment() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(owned));
    }

    @Override
    public ConsumerGroupMetadata groupMetadata() {
        return membership.metadata(committer());
    }

    @Override
    public List<ConsumerRecord> poll(Duration timeout) {
        long deadlineMs = MonotonicClock.nowMs() + timeout.toMillis();
        membership.onPoll();
        commits.runCallbacks();
        autoCommit();
        while (true) {
            reconcile();
            TidemarkException failure = membership.takeFailure();
            if (failure != null) {
                throw failure;
            }
            long leftMs = Math.max(0, deadlineMs - MonotonicClock.nowMs());
            List<ConsumerRecord> records = consumer.poll(Duration.ofMillis(leftMs));
            if (!records.isEmpty() || isWoken.getAndSet(false) || MonotonicClock.nowMs() >= deadlineMs) {
                return records;
            }
        }
    }

    /** Puts into force what the membership was told. */
    private void reconcile() {
        GroupMembership.Told told = membership.told();
        if (!isSubscribed || told.equals(done)) {
            return;
        }
        if (told.isLost()) {
            lose();
        } else {
            SortedSet<TopicPartition> revoked = new TreeSet<>(owned);
            revoked.removeAll(told.partitions());
            SortedSet<TopicPartition> added = new TreeSet<>(told.partitions());
            added.removeAll(owned);
            SortedSet<TopicPartition> kept = new TreeSet<>(owned);
            kept.removeAll(revoked);
            if (!revoked.isEmpty()) {
                giveUp(revoked, kept);
            }
            if (!take(added)) {
                return;
            }
        }
        done = told;
        membership.applied(told);
    }

    private void giveUp(SortedSet<TopicPartition> revoked, SortedSet<TopicPartition> kept) {
        if (autoCommits) {
            try {
                commits.commitNow(positionsOf(revoked));
            } catch (TidemarkException e) {
                LOG.warn("Offsets of {} are not committed before they are given up: {}", revoked, e.getMessage());
            }
        }
        if (!revoked.isEmpty()) {
            listener.onPartitionsRevoked(revoked);
        }
        owned = kept;
        consumer.assign(owned);
    }

    private void lose() {
        if (!owned.isEmpty()) {
            SortedSet<TopicPartition> lost = owned;
            owned = new TreeSet<>();
            consumer.assign(owned);
            listener.onPartitionsLost(lost);
        }
    }

    /** False, with nothing added, when the committed offsets cannot be had now: then it is tried again. */
    private boolean take(SortedSet<TopicPartition> added) {
        if (added.isEmpty()) {
            return true;
        }
        Map<TopicPartition, OffsetAndMetadata> committed;
        try {
            committed = offsets.committed(added, Math.min(timeoutMs, FETCH_OFFSETS_MS));
        } catch (TidemarkException e) {
            if (!isPassing(e.code())) {
                throw e;
            }
            LOG.info("Committed offsets of {} cannot be had yet: {}", added, e.getMessage());
            return false;
        }
        SortedSet<TopicPartition> all = new TreeSet<>(owned);
        all.addAll(added);
        owned = all;
        consumer.assign(owned);
        committed.forEach((partition, offset) -> consumer.seek(partition, offset.offset()));
        listener.onPartitionsAssigned(added);
        return true;
    }

    private static boolean isPassing(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_REQUEST_TIMED_OUT,
                    ERROR_CODE_UNKNOWN_SERVER_ERROR,
                    ERROR_CODE_OVERLOADED,
                    ERROR_CODE_NOT_COORDINATOR,
                    ERROR_CODE_COORDINATOR_LOADING,
                    ERROR_CODE_COORDINATOR_NOT_AVAILABLE,
                    ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION -> true;
            default -> false;
        };
    }

    private void seekToCommitted(SortedSet<TopicPartition> partitions) {
        offsets.committed(partitions, timeoutMs)
                .forEach((partition, offset) -> consumer.seek(partition, offset.offset()));
    }

    private void autoCommit() {
        long nowMs = MonotonicClock.nowMs();
        if (autoCommits && nowMs >= nextCommitMs) {
            nextCommitMs = nowMs + autoCommitIntervalMs;
            commitAsync((positions, failure) -> {
                if (failure != null) {
                    LOG.warn("Offsets are not committed; the next commit will: {}", failure.getMessage());
                }
            });
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> positionsOf(SortedSet<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> positions = new LinkedHashMap<>();
        consumer.positions().forEach((partition, offset) -> {
            if (partitions.contains(partition)) {
                positions.put(partition, new OffsetAndMetadata(offset));
            }
        });
        return positions;
    }

    @Override
    public void commitSync() {
        commitSync(positionsOf(owned));
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> positions) {
        commits.commitNow(positions);
        commits.runCallbacks();
    }

    @Override
    public void commitAsync(BiConsumer<Map<TopicPartition, OffsetAndMetadata>, @Nullable RuntimeException> callback) {
        Map<TopicPartition, OffsetAndMetadata> positions = positionsOf(owned);
        if (!positions.isEmpty()) {
            commits.add(positions, callback);
        }
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions) {
        return offsets.committed(partitions, timeoutMs);
    }

    @Override
    public List<TopicPartition> partitionsFor(String topic) {
        return consumer.partitionsFor(topic);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        consumer.seek(partition, offset);
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        consumer.seekToBeginning(partitions);
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        consumer.seekToEnd(partitions);
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        consumer.resume(partitions);
    }

    @Override
    public Set<TopicPartition> paused() {
        return consumer.paused();
    }

    @Override
    public long position(TopicPartition partition) {
        return consumer.position(partition);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return consumer.beginningOffsets(partitions);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return consumer.endOffsets(partitions);
    }

    @Override
    public Optional<Long> offsetForTime(TopicPartition partition, long timestampMs) {
        return consumer.offsetForTime(partition, timestampMs);
    }

    @Override
    public void wakeup() {
        isWoken.set(true);
        consumer.wakeup();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            if (!isSubscribed && autoCommits && !owned.isEmpty()) {
                commits.commitNow(positionsOf(owned));
            }
            unsubscribe();
        } catch (TidemarkException e) {
            LOG.warn("Offsets are not committed at the end: {}", e.getMessage());
        } finally {
            commits.close();
            membership.close();
            consumer.close();
        }
    }
}
