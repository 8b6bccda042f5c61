// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.v1.ConsumerHeartbeatRequest;
import io.tidemark.v1.ConsumerHeartbeatResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.LeaveGroupRequest;
import io.tidemark.v1.LeaveGroupResponse;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member's place in its group: a thread heartbeats, waits at the coordinator for news, and tells what is to be read.
 * The consumer puts it into force and says so; only then does the coordinator give what was given up to others. A member
 * that could not reach the coordinator for a whole session gives everything up by itself.
 */
final class GroupMembership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupMembership.class);
    private static final int PAUSE_MS = 50;
    private static final int LEAVE_TIMEOUT_MS = 3_000;
    private static final int DEFAULT_INTERVAL_MS = 1_000;

    private final MemberSettings settings;
    private final CoordinatorCalls calls;
    private final Runnable onNews;
    private final Thread thread;

    private Supplier<SortedSet<String>> subscription = TreeSet::new;
    private boolean isSubscribed;
    private boolean isClosed;
    private String memberId = newId();
    private int memberEpoch;
    private long appliedVersion;
    private Told told = new Told(0, 0, new TreeSet<>(), false);
    private int life;
    private int intervalMs = DEFAULT_INTERVAL_MS;
    private int sessionTimeoutMs = Integer.MAX_VALUE;
    private long lastGoodMs;
    private long lastPollMs = MonotonicClock.nowMs();
    private @Nullable CompletableFuture<ConsumerHeartbeatResponse> underWay;
    private @Nullable TidemarkException failure;

    /**
     * What the member shall read.
     *
     * @param life which life of the member it is about
     * @param version version of the assignment
     * @param partitions what it may read
     * @param isLost whether all that it had is gone without having been given up
     */
    record Told(int life, long version, SortedSet<TopicPartition> partitions, boolean isLost) {}

    /** Heartbeats once there is a subscription; {@code onNews} runs on its thread and must not block. */
    GroupMembership(MemberSettings settings, CoordinatorCalls calls, Runnable onNews) {
        this.settings = settings;
        this.calls = calls;
        this.onNews = onNews;
        this.thread = new Thread(this::run, "tidemark-group-" + settings.groupId());
        thread.setDaemon(true);
        thread.start();
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    /** Reads these topics from now on; asked again at each heartbeat. */
    synchronized void subscribe(Supplier<SortedSet<String>> topics) {
        subscription = topics;
        isSubscribed = true;
        lastPollMs = MonotonicClock.nowMs();
        wake();
    }

    /** The newest that was told. */
    synchronized Told told() {
        return told;
    }

    /** What cannot be helped by asking again; told once. */
    synchronized @Nullable TidemarkException takeFailure() {
        TidemarkException taken = failure;
        failure = null;
        return taken;
    }

    synchronized GroupOffsets.Committer committer() {
        return new GroupOffsets.Committer(memberId, memberEpoch);
    }

    /** Who commits, in Kafka's terms. */
    ConsumerGroupMetadata metadata(GroupOffsets.Committer committer) {
        return new ConsumerGroupMetadata(
                settings.groupId(),
                committer.memberEpoch() > 0 ? committer.memberEpoch() : ConsumerGroupMetadata.NO_GENERATION,
                committer.memberId(),
                Optional.of(settings.instanceId()).filter(name -> !name.isEmpty()));
    }

    synchronized void onPoll() {
        boolean wasOverdue = isPollOverdue(MonotonicClock.nowMs());
        lastPollMs = MonotonicClock.nowMs();
        if (wasOverdue) {
            wake();
        }
    }

    /** The consumer reads what it was told, and nothing else. */
    synchronized void applied(Told done) {
        if (done.life() == life) {
            appliedVersion = done.version();
            if (done.isLost()) {
                told = new Told(life, 0, new TreeSet<>(), false);
            }
            wake();
        }
    }

    private synchronized void wake() {
        CompletableFuture<ConsumerHeartbeatResponse> waiting = underWay;
        if (waiting != null) {
            waiting.cancel(false);
        }
        notifyAll();
    }

    private boolean isPollOverdue(long nowMs) {
        return nowMs - lastPollMs > settings.maxPollIntervalMs();
    }

    private void run() {
        while (!isOver()) {
            try {
                step();
            } catch (TidemarkException e) {
                LOG.debug("Heartbeat of group {}: {}", settings.groupId(), e.getMessage());
                if (!isOver()) {
                    pause(PAUSE_MS);
                }
            } catch (RuntimeException e) {
                LOG.error("Heartbeat of group {} failed", settings.groupId(), e);
                pause(intervalMs);
            }
        }
    }

    private synchronized boolean isOver() {
        return isClosed;
    }

    private void step() {
        long nowMs = MonotonicClock.nowMs();
        if (endLifeIfDue(nowMs)) {
            return;
        }
        Supplier<SortedSet<String>> topics;
        synchronized (this) {
            if (!isSubscribed || told.isLost() || isPollOverdue(nowMs)) {
                pause(PAUSE_MS);
                return;
            }
            topics = subscription;
        }
        SortedSet<String> names = topics.get();
        int waitMs = isApplied() ? intervalMs : 0;
        ConsumerHeartbeatResponse answer = heartbeat(names, waitMs);
        if (answer != null) {
            onAnswer(answer);
        }
        if (!isApplied()) {
            // The consumer wakes this as soon as it is done; meanwhile signs of life are enough.
            pauseUntilApplied(Math.max(1, intervalMs / 2));
        }
    }

    private synchronized boolean isApplied() {
        return appliedVersion == told.version();
    }

    private synchronized void pauseUntilApplied(long durationMs) {
        if (!isApplied()) {
            pause(durationMs);
        }
    }

    /** A member that was silent for too long, or that polls no more, is none: what it had is lost. */
    private boolean endLifeIfDue(long nowMs) {
        String reason;
        synchronized (this) {
            if (memberEpoch == 0 || told.isLost()) {
                return false;
            }
            if (isPollOverdue(nowMs)) {
                reason = "poll was not called for max.poll.interval.ms";
            } else if (nowMs - lastGoodMs > sessionTimeoutMs) {
                reason = "the coordinator could not be reached for a whole session";
            } else {
                return false;
            }
        }
        LOG.warn("Member of group {} gives everything up: {}", settings.groupId(), reason);
        String left = beginAnew();
        leave(left, false);
        return true;
    }

    private @Nullable ConsumerHeartbeatResponse heartbeat(SortedSet<String> names, int waitMs) {
        ConsumerHeartbeatRequest request;
        int lifeAsked;
        synchronized (this) {
            lifeAsked = life;
            request = ConsumerHeartbeatRequest.newBuilder()
                    .setGroupId(settings.groupId())
                    .setMemberId(memberId)
                    .setMemberEpoch(memberEpoch)
                    .setInstanceId(settings.instanceId())
                    .setRack(settings.rack())
                    .setClientId(settings.clientId())
                    .addAllTopics(names)
                    .setRebalanceTimeoutMs(settings.maxPollIntervalMs())
                    .setAssignor(settings.assignor())
                    .setSeenAssignmentVersion(told.version())
                    .setAppliedAssignmentVersion(appliedVersion)
                    .setMaxWaitMs(waitMs)
                    .build();
        }
        long timeoutMs = waitMs + Math.min(settings.requestTimeoutMs(), 2L * intervalMs + PAUSE_MS);
        CompletableFuture<ConsumerHeartbeatResponse> call =
                calls.start(GroupServiceGrpc.getConsumerHeartbeatMethod(), request, timeoutMs);
        synchronized (this) {
            underWay = call;
            boolean isOutdated = isClosed || appliedVersion != request.getAppliedAssignmentVersion();
            if (isOutdated) {
                call.cancel(false);
            }
        }
        try {
            ConsumerHeartbeatResponse answer = call.get();
            synchronized (this) {
                return lifeAsked == life ? answer : null;
            }
        } catch (CancellationException wokenUp) {
            return null;
        } catch (ExecutionException failed) {
            pause(PAUSE_MS);
            return null;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            synchronized (this) {
                underWay = null;
            }
        }
    }

    private void onAnswer(ConsumerHeartbeatResponse answer) {
        ErrorCode error = answer.getError();
        if (error == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            onAssignment(answer);
        } else if (calls.isPassing(error, answer.getCoordinator())
                || error == ErrorCode.ERROR_CODE_UNRELEASED_INSTANCE) {
            pause(PAUSE_MS);
        } else if (error == ErrorCode.ERROR_CODE_UNKNOWN_MEMBER || error == ErrorCode.ERROR_CODE_FENCED_MEMBER_EPOCH) {
            LOG.warn("Member of group {} was thrown out and joins again: {}", settings.groupId(), error);
            beginAnew();
        } else {
            synchronized (this) {
                failure = new TidemarkException(
                        error, "group " + settings.groupId() + ": " + answer.getErrorMessage(), Outcome.NOT_WRITTEN);
            }
            beginAnew();
            pause(intervalMs);
        }
    }

    private void onAssignment(ConsumerHeartbeatResponse answer) {
        boolean isNews;
        synchronized (this) {
            memberEpoch = answer.getMemberEpoch();
            intervalMs = Math.max(1, answer.getHeartbeatIntervalMs());
            sessionTimeoutMs = answer.getSessionTimeoutMs();
            lastGoodMs = MonotonicClock.nowMs();
            isNews = answer.getAssignmentVersion() != told.version();
            if (isNews) {
                SortedSet<TopicPartition> partitions = new TreeSet<>();
                answer.getAssignmentList().forEach(topic -> topic.getPartitionsList()
                        .forEach(partition -> partitions.add(new TopicPartition(topic.getTopic(), partition))));
                told = new Told(life, answer.getAssignmentVersion(), partitions, false);
            }
        }
        if (isNews) {
            onNews.run();
        }
    }

    /** Begins another life, which joins once the consumer has let go of what it had; returns the old member id. */
    private String beginAnew() {
        String old;
        synchronized (this) {
            old = memberId;
            memberId = newId();
            memberEpoch = 0;
            appliedVersion = 0;
            life++;
            told = new Told(life, 0, new TreeSet<>(), true);
        }
        onNews.run();
        return old;
    }

    /** Leaves the group, if it is in one, and stays out until it subscribes again. */
    void unsubscribe() {
        String left;
        boolean wasMember;
        synchronized (this) {
            isSubscribed = false;
            wasMember = memberEpoch != 0;
            left = memberId;
            memberId = newId();
            memberEpoch = 0;
            appliedVersion = 0;
            life++;
            told = new Told(life, 0, new TreeSet<>(), false);
            wake();
        }
        if (wasMember) {
            leave(left, !settings.instanceId().isEmpty());
        }
    }

    private void leave(String left, boolean keepPlace) {
        LeaveGroupRequest request = LeaveGroupRequest.newBuilder()
                .setGroupId(settings.groupId())
                .setMemberId(left)
                .setKeepPlace(keepPlace)
                .build();
        try {
            calls.ask(
                    new CoordinatorCalls.Question<>(
                            "leave group " + settings.groupId(),
                            GroupServiceGrpc.getLeaveGroupMethod(),
                            leaderEpoch -> request,
                            LeaveGroupResponse::getError,
                            LeaveGroupResponse::getCoordinator),
                    LEAVE_TIMEOUT_MS);
        } catch (TidemarkException e) {
            LOG.info("The coordinator was not told that the member left; its session will end: {}", e.getMessage());
        }
    }

    @SuppressWarnings("WaitNotInLoop") // The thread's loop looks at everything again; waking early does no harm.
    private synchronized void pause(long durationMs) {
        if (!isClosed) {
            try {
                wait(durationMs);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        unsubscribe();
        synchronized (this) {
            isClosed = true;
            wake();
        }
        try {
            thread.join(LEAVE_TIMEOUT_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
