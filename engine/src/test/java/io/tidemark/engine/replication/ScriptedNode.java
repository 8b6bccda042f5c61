// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** One broker of a scripted cluster: a replica over a log in memory; prints every effect and carries it out. */
final class ScriptedNode implements EffectHandler {
    final int broker;
    final ScriptedLog log = new ScriptedLog();
    private final ScriptedCluster cluster;
    private final Deque<Runnable> results = new ArrayDeque<>();
    private final List<Effect> effects = new ArrayList<>();
    PartitionReplica replica;
    long brokerEpoch;
    boolean isUp = true;
    boolean diskIsFull;
    private boolean dropsAppends;
    private boolean logIsPaused;
    Effect.@Nullable SendFetch lastFetch;

    ScriptedNode(int broker, ScriptedCluster cluster) {
        this.broker = broker;
        this.cluster = cluster;
        this.brokerEpoch = 10L * broker;
        this.replica = newReplica();
    }

    private PartitionReplica newReplica() {
        return new PartitionReplica(
                log.recover(),
                new ReplicationConfig(broker, 1_000, 50, 200, 1 << 20, 60_000, 1_500, cluster.isFlushed));
    }

    void crash() {
        isUp = false;
        results.clear();
        logIsPaused = false;
        dropsAppends = false;
    }

    void restart(long keptEnd) {
        if (keptEnd < log.logStart) {
            log.restartAt(log.logStart, null);
        } else if (keptEnd < log.logEnd) {
            log.truncateTo(keptEnd);
        }
        brokerEpoch++;
        isUp = true;
        replica = newReplica();
    }

    /** The log's files are deleted in one and the same life: the replica begins anew, empty. */
    void wipe() {
        crash();
        log.highWatermarkHint = 0;
        log.restartAt(0, List.of());
        isUp = true;
        replica = newReplica();
    }

    /** Hands an input to the replica, then results of its effects, until nothing is left. */
    void run(Runnable input) {
        if (!isUp) {
            cluster.print(broker + ": is down");
            return;
        }
        input.run();
        dispatch();
        while (!logIsPaused && !results.isEmpty()) {
            results.removeFirst().run();
            dispatch();
        }
    }

    void pauseLog() {
        logIsPaused = true;
    }

    void resumeLog() {
        logIsPaused = false;
        run(() -> {});
    }

    void flush() {
        log.flushedEnd = log.logEnd;
        run(() -> replica.onFlushed(log.flushedEnd, cluster.nowMs, out()));
    }

    Effects out() {
        return effects::add;
    }

    private void dispatch() {
        List<Effect> taken = List.copyOf(effects);
        effects.clear();
        taken.forEach(effect -> effect.dispatch(this));
    }

    private void print(String line) {
        cluster.print(broker + ": " + line);
    }

    private void result(Runnable input) {
        results.addLast(input);
    }

    @Override
    public void appendBatch(Effect.AppendBatch effect) {
        String batch = ScriptedLog.describe(effect.batch());
        if (dropsAppends) {
            print("drops append " + batch);
            return;
        }
        if (diskIsFull) {
            print("refuses append " + batch);
            dropsAppends = true;
            result(() -> {
                dropsAppends = false;
                replica.onAppendRefused(effect.baseOffset(), cluster.nowMs, out());
            });
            return;
        }
        print("append " + batch);
        log.append(effect.batch());
        result(() -> replica.onAppended(effect.endOffset(), cluster.nowMs, out()));
    }

    @Override
    public void appendEpoch(Effect.AppendEpoch effect) {
        print("append epoch " + effect.leaderEpoch() + " at " + log.logEnd);
        log.appendEpoch(effect.leaderEpoch());
    }

    @Override
    public void truncateLog(Effect.TruncateLog effect) {
        print("truncate to " + effect.endOffset());
        log.truncateTo(effect.endOffset());
        result(() -> replica.onTruncated(log.logStart, log.logEnd, log.producers(), cluster.nowMs, out()));
    }

    @Override
    public void restartLog(Effect.RestartLog effect) {
        print("restart log at " + effect.offset() + knowing(effect.producers()));
        log.restartAt(effect.offset(), effect.producers());
        result(() -> replica.onTruncated(log.logStart, log.logEnd, log.producers(), cluster.nowMs, out()));
    }

    @Override
    public void trimLog(Effect.TrimLog effect) {
        print("trim to " + effect.logStartOffset());
        log.trimTo(effect.logStartOffset());
    }

    @Override
    public void flushLog(Effect.FlushLog effect) {
        print("flush wanted to " + effect.endOffset());
    }

    @Override
    public void serveFetch(Effect.ServeFetch effect) {
        ByteBuffer batches = log.read(effect.fetchOffset(), effect.upperOffset());
        String read = batches.hasRemaining() ? ScriptedLog.describe(batches) : "nothing";
        print("serve " + cluster.nameOf(effect.replyToken()) + ": " + read + ", hw " + effect.highWatermark()
                + ", log [" + effect.logStartOffset() + ", " + effect.logEndOffset() + ")");
        cluster.reply(
                effect.replyToken(),
                new FetchReply(
                        0,
                        null,
                        effect.leaderEpoch(),
                        effect.highWatermark(),
                        effect.logStartOffset(),
                        effect.logEndOffset(),
                        null,
                        List.of(),
                        batches));
    }

    @Override
    public void answerDiverging(Effect.AnswerDiverging effect) {
        print("diverging " + cluster.nameOf(effect.replyToken()) + ": epoch " + effect.divergingEpoch() + " ends at "
                + effect.divergingEndOffset());
        FetchReply.Diverging diverging = new FetchReply.Diverging(effect.divergingEpoch(), effect.divergingEndOffset());
        ReplicaState state = replica.state();
        cluster.reply(
                effect.replyToken(),
                new FetchReply(
                        0,
                        null,
                        effect.leaderEpoch(),
                        state.highWatermark(),
                        state.logStartOffset(),
                        state.logEndOffset(),
                        diverging,
                        List.of(),
                        ByteBuffer.allocate(0)));
    }

    @Override
    public void answerOutOfRange(Effect.AnswerOutOfRange effect) {
        List<ProducerStates.Snapshot> producers =
                log.producersBelow(effect.restartOffset()).snapshots();
        String fetch = cluster.nameOf(effect.replyToken());
        print((effect.parts() ? "let " + fetch + " begin anew at " + effect.restartOffset() : "out of range " + fetch)
                + ": log [" + effect.logStartOffset() + ", "
                + effect.logEndOffset() + ")" + knowing(producers));
        cluster.reply(
                effect.replyToken(),
                new FetchReply(
                        0,
                        effect.error(),
                        effect.leaderEpoch(),
                        -1,
                        effect.logStartOffset(),
                        effect.logEndOffset(),
                        effect.diverging(),
                        producers,
                        ByteBuffer.allocate(0)));
    }

    private static String knowing(@Nullable List<ProducerStates.Snapshot> producers) {
        if (producers == null) {
            return ", producers not known";
        }
        StringJoiner known = new StringJoiner(", ", ", producers ", "").setEmptyValue("");
        producers.forEach(producer -> known.add(producer.producerId() + " to sequence "
                + producer.batches().get(producer.batches().size() - 1).lastSequence()));
        return known.toString();
    }

    @Override
    public void redirectRead(Effect.RedirectRead effect) {
        print("redirect " + cluster.nameOf(effect.replyToken()) + ": read from " + effect.replica());
    }

    @Override
    public void answerOffset(Effect.AnswerOffset effect) {
        print("answer " + cluster.nameOf(effect.replyToken()) + ": offset " + effect.offset());
    }

    @Override
    public void lookUpTime(Effect.LookUpTime effect) {
        print("look up " + cluster.nameOf(effect.replyToken()) + ": time below " + effect.upperOffset());
    }

    @Override
    public void completeProduce(Effect.CompleteProduce effect) {
        print("done " + cluster.nameOf(effect.replyToken()) + ": base " + effect.baseOffset() + ", on "
                + effect.replicaCount() + (effect.flushed() ? " flushed" : "")
                + (effect.duplicate() ? ", duplicate" : ""));
        cluster.acknowledged(effect, replica.state().leaderEpoch());
    }

    @Override
    public void rejectRequest(Effect.RejectRequest effect) {
        print("reject " + cluster.nameOf(effect.replyToken()) + ": " + effect.error()
                + (effect.appended() ? " (appended)" : ""));
        cluster.onRejected.accept(effect);
        cluster.reply(
                effect.replyToken(),
                new FetchReply(
                        0,
                        effect.error(),
                        effect.leaderEpoch(),
                        -1,
                        effect.logStartOffset(),
                        effect.logEndOffset(),
                        null,
                        List.of(),
                        ByteBuffer.allocate(0)));
    }

    @Override
    public void sendFetch(Effect.SendFetch effect) {
        String last = effect.lastFetchedEpoch().isPresent()
                ? String.valueOf(effect.lastFetchedEpoch().getAsInt())
                : "none";
        print("fetch " + ScriptedCluster.shortId(effect.fetchId()) + " from " + effect.leader() + ": epoch "
                + effect.leaderEpoch() + ", offset "
                + effect.fetchOffset()
                + (cluster.isFlushed ? ", flushed " + effect.flushedOffset() : "")
                + ", last epoch " + last + ", hw " + effect.highWatermark()
                + (effect.wantsProducers() ? ", wants the producers" : ""));
        lastFetch = effect;
        cluster.network.fetches.add(new ScriptedNetwork.Fetch(broker, brokerEpoch, effect));
    }

    @Override
    public void stopFetching(Effect.StopFetching effect) {
        print("stop fetching");
    }

    @Override
    public void proposeIsr(Effect.ProposeIsr effect) {
        print("propose " + ScriptedCluster.shortId(effect.proposalId()) + ": isr "
                + effect.newIsr().stream()
                        .map(life -> life.brokerId() + "/" + life.brokerEpoch())
                        .toList() + " at epochs " + effect.leaderEpoch() + ", " + effect.partitionEpoch()
                + (effect.recovered() ? ", recovered" : ""));
        cluster.proposals.add(new ScriptedCluster.Proposal(new ReplicaLife(broker, brokerEpoch), effect));
    }

    @Override
    public void publishHighWatermark(Effect.PublishHighWatermark effect) {
        print("hw " + effect.highWatermark());
        log.highWatermarkHint = effect.highWatermark();
    }

    @Override
    public void giveUpLeadership(Effect.GiveUpLeadership effect) {
        print("give up leadership of epoch " + effect.leaderEpoch() + ": " + effect.reason());
    }

    @Override
    public void takeOffline(Effect.TakeOffline effect) {
        print("OFFLINE: " + effect.reason());
    }

    @Override
    public void announce(Effect.Announce effect) {
        print("| " + effect.line());
    }
}
