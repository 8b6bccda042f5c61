// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.replication.DeleteInput;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.EffectHandler;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.replication.PartitionReplica;
import io.tidemark.engine.replication.ProduceInput;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the effects of one partition's replica, in order, and brings the results back as new inputs once the effects
 * of the current one are done: never from within. Owned by the shard's thread.
 *
 * <p>A broken invariant takes this partition offline, not the broker.
 */
public final class PartitionHost implements EffectHandler {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionHost.class);

    private static final long NEVER_MS = Long.MAX_VALUE;

    private final PartitionKey key;
    private final String topic;
    private final String label;
    private final PartitionReplica replica;
    private final HostLog log;
    private final HostPorts ports;
    private final PartitionShard shard;
    private final ReplyTable replies = new ReplyTable();
    private final ArrayDeque<ReplicaInput> inputs = new ArrayDeque<>();
    private final List<Effect> effects = new ArrayList<>();
    private long heldFetchDueMs = NEVER_MS;
    private long weakWriteMs = NEVER_MS;
    private boolean draining;
    /** Readers may meet it again and again where no other replica can take over. */
    private boolean damageIsTold;
    /** A replica counts its lease as valid until it is told otherwise. */
    private boolean leaseTold = true;

    private @Nullable String offlineReason;

    PartitionHost(
            PartitionKey key,
            String topic,
            PartitionReplica replica,
            PartitionLog log,
            HostPorts ports,
            PartitionShard shard) {
        this.key = key;
        this.topic = topic;
        this.label = topic + "-" + key.partition();
        this.replica = replica;
        this.log = new HostLog(key, log, ports, shard);
        this.ports = ports;
        this.shard = shard;
    }

    /** Which partition. */
    public PartitionKey key() {
        return key;
    }

    /** Whether this is its log, as it was opened: not one that was opened for the partition before or after. */
    boolean hasLog(PartitionLog asked) {
        return log() == asked;
    }

    /** Topic name and partition number, for people. */
    public String label() {
        return label;
    }

    /** A client asks to write; the input is made for the token that stands for the reply. */
    public void produce(ProduceReply reply, LongFunction<ProduceInput> input, long nowMs) {
        if (isTaken(reply)) {
            ProduceInput produce = input.apply(replies.open(reply));
            if (!produce.isAcksAll()) {
                weakWriteMs = nowMs;
            }
            accept((r, now, out) -> r.onProduce(produce, now, out), nowMs);
        }
    }

    /** A consumer or follower asks to read. */
    public void fetch(ReadReply reply, LongFunction<FetchInput> input, long nowMs) {
        if (isTaken(reply)) {
            FetchInput fetch = input.apply(replies.open(reply));
            if (fetch.deadlineMs() > nowMs) {
                shard.tickAt(fetch.deadlineMs());
            }
            accept((r, now, out) -> r.onFetch(fetch, now, out), nowMs);
        }
    }

    /** A client looks up an offset. */
    public void offsets(OffsetReply reply, LongFunction<OffsetInput> input, long nowMs) {
        if (isTaken(reply)) {
            OffsetInput offsets = input.apply(replies.open(reply));
            accept((r, now, out) -> r.onOffsets(offsets, now, out), nowMs);
        }
    }

    /** A client asks to delete records; answered with the log start. */
    public void delete(OffsetReply reply, LongFunction<DeleteInput> input, long nowMs) {
        if (isTaken(reply)) {
            DeleteInput delete = input.apply(replies.open(reply));
            accept((r, now, out) -> r.onDelete(delete, now, out), nowMs);
        }
    }

    /** The asker is gone: the reply is not used any more. */
    public void cancel(Reply reply) {
        Long token = replies.forget(reply);
        if (token != null && offlineReason == null) {
            replica.onCancelled(token);
        }
    }

    /** Hands an input to the replica and does all that follows from it. */
    void accept(ReplicaInput input, long nowMs) {
        if (offlineReason != null) {
            return;
        }
        tellLease(nowMs);
        inputs.add(input);
        work(nowMs);
    }

    /** The lease was given or taken: what waits for it goes on. */
    void onLease(long nowMs) {
        if (offlineReason == null) {
            tellLease(nowMs);
            work(nowMs);
        }
    }

    /** The replica hears of the lease's end before anything that came in after it. */
    private void tellLease(long nowMs) {
        boolean valid = ports.lease().isValid(nowMs);
        if (valid != leaseTold) {
            leaseTold = valid;
            inputs.add((r, now, out) -> r.onLease(valid, now, out));
        }
    }

    private void work(long nowMs) {
        if (draining) {
            return;
        }
        draining = true;
        try {
            drain(nowMs);
            long retryAtMs = replica.retryAtMs();
            if (retryAtMs != Long.MAX_VALUE) {
                shard.tickAt(Math.max(retryAtMs, nowMs + 1));
            }
        } catch (RuntimeException | AssertionError broken) {
            LOG.error("Partition {} met a broken invariant", label, broken);
            goOffline("broken invariant: " + broken.getMessage());
        } catch (InternalError unreadable) {
            // A page of a mapping that the disk did not give: of this partition's files, not of the process.
            LOG.error("Partition {} met a fault of its disk", label, unreadable);
            goOffline("its log cannot be read: " + unreadable.getMessage());
        } finally {
            draining = false;
        }
    }

    private void drain(long nowMs) {
        for (ReplicaInput input = inputs.poll(); input != null; input = inputs.poll()) {
            input.apply(replica, nowMs, effects::add);
            for (int i = 0; i < effects.size(); i++) {
                effects.get(i).dispatch(this);
            }
            effects.clear();
        }
    }

    /** Its fetch is held back: what was gathered is sent again at that time or soon after. */
    void flushFetchesAt(long dueMs) {
        heldFetchDueMs = dueMs;
        shard.tickAt(dueMs);
    }

    void tick(long nowMs) {
        if (nowMs >= heldFetchDueMs) {
            heldFetchDueMs = NEVER_MS;
            shard.atRoundEnd(ports.fetchers());
        }
        ReplicaInput retried = offlineReason == null ? log.retryRefused() : null;
        if (retried != null) {
            accept(retried, nowMs);
        }
        accept(PartitionReplica::onTick, nowMs);
    }

    /** Applies retention: a leader raises the log start, followers adopt it. */
    void retain(RetentionPolicy policy, long wallMs, long nowMs) {
        ReplicaState state = state();
        if (state.role() != ReplicaState.Role.LEADER) {
            return;
        }
        long start = log.retainedStart(policy, wallMs, state.highWatermark());
        if (start > state.logStartOffset()) {
            accept((r, now, out) -> r.onTrimRequested(start, now, out), nowMs);
        }
    }

    /** Compacts the log on another thread; each replica does so for itself, and only what is committed. */
    void compact(CompactionPolicy policy, long wallMs, Executor thread) {
        if (offlineReason == null) {
            log.compact(policy, wallMs, state().highWatermark(), thread);
        }
    }

    /**
     * The log was found damaged: another replica must take over, and this one begins again with what is whole. Without
     * another in sync it goes on with what it has.
     *
     * @return whether the replica has stopped
     */
    boolean damaged(String detail, long nowMs) {
        if (offlineReason != null) {
            return true;
        }
        if (!damageIsTold) {
            damageIsTold = true;
            LOG.warn("Partition {} is damaged here: {}", label, detail);
            ports.metrics().damageFound();
        }
        ReplicaState state = state();
        if (!ports.damaged().isHeldElsewhere(state.committedIsr())) {
            return false;
        }
        String reason = "damage found: " + detail;
        accept((r, now, out) -> r.onLogFailed(reason, now, out), nowMs);
        ports.damageFound(key, state.leaderEpoch(), state.committedIsr(), reason);
        return true;
    }

    /** Lets the log hold no file until it is used again. */
    void rest(long nowMs) {
        ReplicaInput failure = offlineReason == null ? log.rest() : null;
        if (failure != null) {
            accept(failure, nowMs);
        }
    }

    /** Brings the log's settings up to date. */
    void tend(LogConfig config, long nowMs) {
        ReplicaInput failure = offlineReason == null ? log.tend(config) : null;
        if (failure != null) {
            accept(failure, nowMs);
        }
    }

    /** Tells the controller what the log holds: no eligible leader replica is left. */
    void reportLogEnd() {
        if (offlineReason == null) {
            ports.logEnds().add(key, log.end());
            shard.atRoundEnd(ports.logEnds());
        }
    }

    /** The replica as it stands. */
    public ReplicaState state() {
        return offlineReason == null ? replica.state() : log.offlineState();
    }

    /** What it knows of producers, in order of their last writes. */
    public List<ProducerStates.Snapshot> producers() {
        return replica.producers();
    }

    /** The partition as it stands, for people and tools. */
    public PartitionSnapshot snapshot(long nowMs) {
        long sinceWeakWriteMs = weakWriteMs == NEVER_MS ? PartitionSnapshot.NEVER : nowMs - weakWriteMs;
        return new PartitionSnapshot(
                topic, key.topicId(), key.partition(), state(), log.sizeBytes(), sinceWeakWriteMs, offlineReason);
    }

    /** Why the partition is offline here; null while it is not. */
    public @Nullable String offlineReason() {
        return offlineReason;
    }

    PartitionLog log() {
        return log.port();
    }

    /** Answers everything that waits; the partition leaves the shard. */
    void release() {
        ports.fetchers().drop(key);
        rejectAll(ReplicaError.NOT_LEADER_OR_FOLLOWER);
        offlineReason = "closed";
    }

    private boolean isTaken(Reply reply) {
        if (offlineReason != null) {
            reply.rejected(Rejection.withoutReplica(ReplicaError.LOG_OFFLINE));
            return false;
        }
        return true;
    }

    private void rejectAll(ReplicaError error) {
        // What waits here may have been appended: the outcome of a write is not known.
        replies.takeAll().forEach(reply -> reply.rejected(new Rejection(error, true, -1, -1, -1, -1)));
    }

    private void goOffline(String reason) {
        offlineReason = reason;
        effects.clear();
        inputs.clear();
        ports.fetchers().drop(key);
        rejectAll(ReplicaError.LOG_OFFLINE);
        LOG.error("Partition {} is offline: {}", label, reason);
        ports.failures().logFailed(key, reason);
        shard.atRoundEnd(ports.failures());
        ports.metrics().partitionWentOffline();
    }

    // ---- effects on the log

    @Override
    public void appendBatch(Effect.AppendBatch effect) {
        addIfAny(log.append(effect));
    }

    @Override
    public void appendEpoch(Effect.AppendEpoch effect) {
        addIfAny(log.appendEpoch(effect.leaderEpoch()));
    }

    @Override
    public void truncateLog(Effect.TruncateLog effect) {
        addIfAny(log.truncate(effect));
    }

    @Override
    public void restartLog(Effect.RestartLog effect) {
        addIfAny(log.restart(effect));
    }

    @Override
    public void trimLog(Effect.TrimLog effect) {
        addIfAny(log.trim(effect.logStartOffset()));
    }

    @Override
    public void flushLog(Effect.FlushLog effect) {
        log.requestFlush();
    }

    private void addIfAny(@Nullable ReplicaInput input) {
        if (input != null) {
            inputs.add(input);
        }
    }

    // ---- answers

    @Override
    public void serveFetch(Effect.ServeFetch effect) {
        ReadReply reply = replies.take(effect.replyToken(), ReadReply.class);
        if (reply != null) {
            log.reads().serve(effect, reply);
        }
    }

    @Override
    public void lookUpTime(Effect.LookUpTime effect) {
        OffsetReply reply = replies.take(effect.replyToken(), OffsetReply.class);
        if (reply != null) {
            log.reads().lookUp(effect, reply);
        }
    }

    @Override
    public void answerDiverging(Effect.AnswerDiverging effect) {
        ReadReply reply = replies.take(effect.replyToken(), ReadReply.class);
        if (reply != null) {
            reply.diverging(effect);
        }
    }

    @Override
    public void answerOutOfRange(Effect.AnswerOutOfRange effect) {
        ReadReply reply = replies.take(effect.replyToken(), ReadReply.class);
        if (reply != null) {
            log.reads().answerOutOfRange(effect, reply);
        }
    }

    @Override
    public void redirectRead(Effect.RedirectRead effect) {
        ReadReply reply = replies.take(effect.replyToken(), ReadReply.class);
        if (reply != null) {
            reply.redirected(effect);
        }
    }

    @Override
    public void answerOffset(Effect.AnswerOffset effect) {
        OffsetReply reply = replies.take(effect.replyToken(), OffsetReply.class);
        if (reply != null) {
            reply.found(effect.offset(), -1, effect.leaderEpoch());
        }
    }

    @Override
    public void completeProduce(Effect.CompleteProduce effect) {
        ProduceReply reply = replies.take(effect.replyToken(), ProduceReply.class);
        if (reply != null) {
            reply.completed(effect);
        }
    }

    @Override
    public void rejectRequest(Effect.RejectRequest effect) {
        Reply reply = replies.take(effect.replyToken(), Reply.class);
        if (reply != null) {
            reply.rejected(Rejection.of(effect));
        }
    }

    // ---- effects on others

    @Override
    public void sendFetch(Effect.SendFetch effect) {
        ports.fetchers().fetch(key, effect);
        shard.atRoundEnd(ports.fetchers());
    }

    @Override
    public void stopFetching(Effect.StopFetching effect) {
        ports.fetchers().drop(key);
    }

    @Override
    public void proposeIsr(Effect.ProposeIsr effect) {
        ports.isrProposer().propose(key, effect);
        shard.atRoundEnd(ports.isrProposer());
    }

    @Override
    public void publishHighWatermark(Effect.PublishHighWatermark effect) {
        ports.highWatermarks().publish(key, effect.highWatermark());
    }

    @Override
    public void giveUpLeadership(Effect.GiveUpLeadership effect) {
        ports.failures().giveUpLeadership(key, effect.leaderEpoch(), effect.reason());
        shard.atRoundEnd(ports.failures());
    }

    @Override
    public void takeOffline(Effect.TakeOffline effect) {
        goOffline(effect.reason());
    }

    @Override
    public void announce(Effect.Announce effect) {
        LOG.info("{}: {}", label, effect.line());
    }
}
