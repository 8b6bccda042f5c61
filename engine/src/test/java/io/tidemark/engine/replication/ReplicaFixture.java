// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One replica (broker 1 of 1, 2, 3), inputs in short words, and the effects of the last input. */
final class ReplicaFixture {
    static final int SELF = 1;
    static final long LAG_MAX_MS = 1_000;
    static final long LEASE_MS = 1_500;
    static final long FETCH_RETRY_MS = 50;
    static final long PROPOSAL_RETRY_MS = 200;
    static final long PRODUCER_EXPIRY_MS = 60_000;
    static final long FAR = 1_000_000;

    final PartitionReplica replica;
    private final List<Effect> effects = new ArrayList<>();
    long nowMs;

    private ReplicaFixture(RecoveredLog log, boolean flushBeforeCount) {
        replica = new PartitionReplica(
                log,
                new ReplicationConfig(
                        SELF,
                        LAG_MAX_MS,
                        FETCH_RETRY_MS,
                        PROPOSAL_RETRY_MS,
                        1 << 20,
                        PRODUCER_EXPIRY_MS,
                        LEASE_MS,
                        flushBeforeCount));
    }

    static ReplicaFixture over(RecoveredLog log) {
        return new ReplicaFixture(log, false);
    }

    static ReplicaFixture flushedOver(RecoveredLog log) {
        return new ReplicaFixture(log, true);
    }

    static ReplicaFixture overEmptyLog() {
        return over(emptyLog());
    }

    /** Leads epoch 1, partition epoch 1, in-sync 1, 2, 3, minimum 2, over an empty log. */
    static ReplicaFixture leading() {
        ReplicaFixture fixture = overEmptyLog();
        fixture.assign(assigned().leader(SELF));
        return fixture;
    }

    /** Follows broker 2 in epoch 1 over an empty log; its first fetch (id 1) is open. */
    static ReplicaFixture following() {
        ReplicaFixture fixture = overEmptyLog();
        fixture.assign(assigned().leader(2));
        return fixture;
    }

    static RecoveredLog emptyLog() {
        return log(0, 0, 0);
    }

    /** A log with one-record batches from {@code start} to {@code end}; epochs as (epoch, start offset) pairs. */
    static RecoveredLog log(long start, long end, long highWatermark, int... epochsAndStarts) {
        EpochHistory epochs = new EpochHistory();
        for (int i = 0; i < epochsAndStarts.length; i += 2) {
            epochs.assign(epochsAndStarts[i], epochsAndStarts[i + 1]);
        }
        return new RecoveredLog(start, end, end, highWatermark, epochs, new ProducerStates());
    }

    static AssignmentBuilder assigned() {
        return new AssignmentBuilder();
    }

    List<Effect> assign(AssignmentBuilder assignment) {
        return take(() -> replica.onAssignment(assignment.build(), nowMs, effects::add));
    }

    List<Effect> produce(long token, ByteBuffer batch, int acks) {
        return produce(token, batch, acks, FAR);
    }

    List<Effect> produce(long token, ByteBuffer batch, int acks, long deadlineMs) {
        ProduceInput input = new ProduceInput(token, batch, acks, OptionalInt.empty(), deadlineMs);
        return take(() -> replica.onProduce(input, nowMs, effects::add));
    }

    List<Effect> appended(long endOffset) {
        return take(() -> replica.onAppended(endOffset, nowMs, effects::add));
    }

    /** Produces acks=all batches of one record and reports them appended. */
    void write(int records) {
        for (int i = 0; i < records; i++) {
            long end = replica.state().logEndOffset() + 1;
            produce(9_000 + end, Batches.ofRecords(1), -1);
            appended(end);
        }
    }

    List<Effect> refused(long baseOffset) {
        return take(() -> replica.onAppendRefused(baseOffset, nowMs, effects::add));
    }

    /** A fetch of broker {@code broker} in its first life (epoch 10 * id), of the given epoch. */
    FollowerFetch fetchOf(int broker, long fetchOffset) {
        return new FollowerFetch(broker, fetchOffset);
    }

    List<Effect> fetch(FetchInput fetch) {
        return take(() -> replica.onFetch(fetch, nowMs, effects::add));
    }

    List<Effect> fetch(FollowerFetch fetch) {
        return fetch(fetch.build());
    }

    List<Effect> consume(long token, long fetchOffset, int minBytes, long deadlineMs) {
        return fetch(new FetchInput.Consumer(token, fetchOffset, 1_000, minBytes, OptionalInt.empty(), deadlineMs));
    }

    List<Effect> offsets(OffsetInput.Spec spec) {
        OffsetInput input = new OffsetInput(77, spec, 5, OptionalInt.empty());
        return take(() -> replica.onOffsets(input, nowMs, effects::add));
    }

    List<Effect> reply(FetchReply reply) {
        return take(() -> replica.onFetchReply(reply, nowMs, effects::add));
    }

    List<Effect> replyBatches(long fetchId, int leaderEpoch, long highWatermark, ByteBuffer... batches) {
        return reply(new FetchReply(
                fetchId, null, leaderEpoch, highWatermark, 0, 1_000, null, List.of(), Batches.join(batches)));
    }

    List<Effect> replyDiverging(long fetchId, int leaderEpoch, int divergingEpoch, long endOffset) {
        FetchReply.Diverging diverging = new FetchReply.Diverging(divergingEpoch, endOffset);
        return reply(new FetchReply(
                fetchId, null, leaderEpoch, 999, 0, 1_000, diverging, List.of(), ByteBuffer.allocate(0)));
    }

    List<Effect> replyError(long fetchId, ReplicaError error, long logStart, long logEnd) {
        int leaderEpoch = replica.state().leaderEpoch();
        return reply(new FetchReply(
                fetchId, error, leaderEpoch, -1, logStart, logEnd, null, List.of(), ByteBuffer.allocate(0)));
    }

    List<Effect> replyOutOfRange(long fetchId, long logStart, long logEnd, ProducerStates.Snapshot... producers) {
        return reply(new FetchReply(
                fetchId,
                ReplicaError.OFFSET_OUT_OF_RANGE,
                replica.state().leaderEpoch(),
                -1,
                logStart,
                logEnd,
                null,
                List.of(producers),
                ByteBuffer.allocate(0)));
    }

    List<Effect> replyBeginAnew(long fetchId, long offset, ProducerStates.Snapshot... producers) {
        return reply(new FetchReply(
                fetchId,
                null,
                replica.state().leaderEpoch(),
                -1,
                0,
                offset,
                new FetchReply.Diverging(FetchReply.Diverging.UNKNOWN, offset),
                List.of(producers),
                ByteBuffer.allocate(0)));
    }

    List<Effect> fetchFailed(long fetchId) {
        return take(() -> replica.onFetchFailed(fetchId, nowMs, effects::add));
    }

    List<Effect> truncated(long logStart, long logEnd) {
        return truncated(logStart, logEnd, new ProducerStates());
    }

    List<Effect> truncated(long logStart, long logEnd, ProducerStates left) {
        return take(() -> replica.onTruncated(logStart, logEnd, left, nowMs, effects::add));
    }

    List<Effect> flushed(long endOffset) {
        return take(() -> replica.onFlushed(endOffset, nowMs, effects::add));
    }

    List<Effect> trim(long logStart) {
        return take(() -> replica.onTrimRequested(logStart, nowMs, effects::add));
    }

    List<Effect> decide(long proposalId, IsrDecision.Outcome outcome) {
        return take(() -> replica.onIsrDecision(new IsrDecision(proposalId, outcome), nowMs, effects::add));
    }

    List<Effect> lease(boolean valid) {
        return take(() -> replica.onLease(valid, nowMs, effects::add));
    }

    List<Effect> logFailed() {
        return take(() -> replica.onLogFailed("disk gone", nowMs, effects::add));
    }

    List<Effect> delete(long token, long beforeOffset) {
        DeleteInput input = new DeleteInput(token, beforeOffset, OptionalInt.empty(), FAR);
        return take(() -> replica.onDelete(input, nowMs, effects::add));
    }

    List<Effect> tick(long afterMs) {
        nowMs += afterMs;
        return take(() -> replica.onTick(nowMs, effects::add));
    }

    ReplicaState state() {
        return replica.state();
    }

    long highWatermark() {
        return replica.state().highWatermark();
    }

    /** The effects but for the lines meant for people. */
    private List<Effect> take(Runnable input) {
        effects.clear();
        input.run();
        return effects.stream()
                .filter(effect -> !(effect instanceof Effect.Announce))
                .toList();
    }

    /** Announcements of the last input. */
    List<String> announced() {
        List<String> lines = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Announce announce) {
                lines.add(announce.line());
            }
        }
        return lines;
    }

    static Effect.RejectRequest rejected(
            long token, ReplicaError error, boolean appended, int leader, int leaderEpoch, long start, long end) {
        return new Effect.RejectRequest(token, error, appended, leader, leaderEpoch, start, end);
    }

    /** An assignment: replicas 1, 2, 3, all in sync, alive in their first life, minimum 2, epochs 1. */
    static final class AssignmentBuilder {
        private List<Integer> replicas = List.of(1, 2, 3);
        private List<Integer> isr = List.of(1, 2, 3);
        private int leader = SELF;
        private int leaderEpoch = 1;
        private int partitionEpoch = 1;
        private int minIsr = 2;
        private boolean recovering;
        private int lastUncleanLeaderEpoch = -1;
        private boolean predecessorServes;
        private @Nullable List<ReplicaLife> eligible;
        private @Nullable List<ReplicaLife> registered;

        AssignmentBuilder replicas(Integer... ids) {
            replicas = List.of(ids);
            return this;
        }

        AssignmentBuilder isr(Integer... ids) {
            isr = List.of(ids);
            return this;
        }

        AssignmentBuilder leader(int broker) {
            leader = broker;
            return this;
        }

        AssignmentBuilder epochs(int leaderEpochNow, int partitionEpochNow) {
            leaderEpoch = leaderEpochNow;
            partitionEpoch = partitionEpochNow;
            return this;
        }

        AssignmentBuilder minIsr(int minimum) {
            minIsr = minimum;
            return this;
        }

        AssignmentBuilder recovering() {
            recovering = true;
            return this;
        }

        AssignmentBuilder lastUnclean(int leaderEpochOfIt) {
            lastUncleanLeaderEpoch = leaderEpochOfIt;
            return this;
        }

        AssignmentBuilder eligible(ReplicaLife... lives) {
            eligible = List.of(lives);
            return this;
        }

        AssignmentBuilder registered(ReplicaLife... lives) {
            registered = List.of(lives);
            return this;
        }

        AssignmentBuilder besideALivePredecessor() {
            predecessorServes = true;
            return this;
        }

        PartitionAssignment build() {
            List<ReplicaLife> lives =
                    replicas.stream().sorted().map(ReplicaFixture::life).toList();
            List<ReplicaLife> known = registered == null ? lives : registered;
            return new PartitionAssignment(
                    1,
                    replicas,
                    isr,
                    leader,
                    leaderEpoch,
                    partitionEpoch,
                    minIsr,
                    recovering,
                    lastUncleanLeaderEpoch,
                    predecessorServes,
                    eligible == null ? known : eligible,
                    known);
        }
    }

    /** The first life of a broker. */
    static ReplicaLife life(int broker) {
        return new ReplicaLife(broker, 10L * broker);
    }

    /** A follower's fetch, answered at once when there is nothing to wait for... unless {@link #waiting}. */
    static final class FollowerFetch {
        private final int broker;
        private final long fetchOffset;
        private long brokerEpoch;
        private long flushedOffset;
        private int leaderEpoch = 1;
        private OptionalInt lastFetchedEpoch;
        private long logStart;
        private long highWatermark;
        private boolean wantsProducers;
        private long deadlineMs;
        private long token;

        FollowerFetch(int broker, long fetchOffset) {
            this.broker = broker;
            this.fetchOffset = fetchOffset;
            this.flushedOffset = fetchOffset;
            this.brokerEpoch = 10L * broker;
            this.lastFetchedEpoch = fetchOffset == 0 ? OptionalInt.empty() : OptionalInt.of(1);
            this.token = 100L * broker;
        }

        FollowerFetch life(long epoch) {
            brokerEpoch = epoch;
            return this;
        }

        FollowerFetch flushed(long offset) {
            flushedOffset = offset;
            return this;
        }

        FollowerFetch epochs(int current, int lastFetched) {
            leaderEpoch = current;
            lastFetchedEpoch = OptionalInt.of(lastFetched);
            return this;
        }

        FollowerFetch current(int epoch) {
            leaderEpoch = epoch;
            return this;
        }

        FollowerFetch withoutEpoch() {
            lastFetchedEpoch = OptionalInt.empty();
            return this;
        }

        FollowerFetch knows(long knownHighWatermark, long knownLogStart) {
            highWatermark = knownHighWatermark;
            logStart = knownLogStart;
            return this;
        }

        FollowerFetch wantingProducers() {
            wantsProducers = true;
            return this;
        }

        FollowerFetch waiting() {
            deadlineMs = FAR;
            return this;
        }

        FollowerFetch token(long replyToken) {
            token = replyToken;
            return this;
        }

        FetchInput.Follower build() {
            return new FetchInput.Follower(
                    token,
                    new ReplicaLife(broker, brokerEpoch),
                    leaderEpoch,
                    fetchOffset,
                    flushedOffset,
                    lastFetchedEpoch,
                    logStart,
                    highWatermark,
                    wantsProducers,
                    1_000,
                    deadlineMs);
        }
    }
}
