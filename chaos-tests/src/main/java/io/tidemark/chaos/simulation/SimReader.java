// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.OffsetReply;
import io.tidemark.engine.runtime.ReadReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An application that reads one partition from its start on, and asks now and then for its end or for a time. Some read from
 * the replica near them (KIP-392), and each asks now and then a replica that leads no longer, or never did.
 */
final class SimReader extends SimClient {
    private static final long STEP_MICROS = 60_000;
    private static final int MAX_BYTES = 2_000;
    private static final int JUMP = 10_000;

    private final String topic;
    private final int partition;
    private final Writes writes;
    private @Nullable PartitionKey key;
    private final boolean readsNear;
    private int newestEpoch = -1;
    private long position;
    private boolean asking;
    private int jumps;
    /** The replica near it that the leader named; -1 for none. */
    private int near = -1;

    SimReader(Stage stage, int node, String topic, int partition, Writes writes) {
        super(stage, node);
        this.topic = topic;
        this.partition = partition;
        this.writes = writes;
        this.readsNear = prng().chance(0.4);
        step();
    }

    private void step() {
        world().after(prng().between(STEP_MICROS / 2, STEP_MICROS), this, World.CLIENT, () -> {
            refreshWhenOld();
            ask();
            step();
        });
    }

    private void ask() {
        TopicImage known = topic(topic);
        PartitionImage image = partition(known, partition);
        if (known == null || image == null || image.leader() < 0) {
            refresh();
            return;
        }
        if (asking) {
            return;
        }
        PartitionKey wanted = new PartitionKey(known.topicId(), partition);
        if (!wanted.equals(key)) {
            key = wanted;
            position = 0;
            near = -1;
            newestEpoch = -1;
        }
        if (image.leaderEpoch() < newestEpoch) {
            // The client's view does not go back either.
            refresh();
            return;
        }
        newestEpoch = image.leaderEpoch();
        asking = true;
        double what = prng().below(100) / 100.0;
        int anybody = prng().pick(stage().machines()).node();
        if (what < 0.3) {
            askOffset(open(what % 0.1 < 0.05 ? anybody : image.leader()), wanted, what < 0.26);
        } else {
            int reader = near >= 0 ? near : what < 0.34 ? anybody : image.leader();
            fetch(open(reader), wanted, image.leaderEpoch());
        }
    }

    private SimConnection open(int broker) {
        SimConnection call = new SimConnection(stage().network(), node(), broker);
        call.onBroken(this, this::failed);
        return call;
    }

    private void failed() {
        asking = false;
        near = -1;
        refresh();
    }

    private List<Integer> nearReplicas() {
        List<Integer> brokers = new ArrayList<>();
        for (Machine machine : stage().machines()) {
            if (readsNear && machine.node() % 2 == node() % 2) {
                brokers.add(machine.node());
            }
        }
        return List.copyOf(brokers);
    }

    private void fetch(SimConnection call, PartitionKey wanted, int leaderEpoch) {
        long from = position;
        OptionalInt epoch = prng().chance(0.8) ? OptionalInt.of(leaderEpoch) : OptionalInt.empty();
        List<Integer> wishes = nearReplicas();
        call.toServer(target -> {
            Read read = new Read((SimBroker) target, call, wanted, from);
            boolean accepted = ((SimBroker) target)
                    .read(
                            wanted,
                            read,
                            nowMs -> token ->
                                    new FetchInput.Consumer(token, from, MAX_BYTES, 1, epoch, nowMs + 300, wishes));
            if (!accepted) {
                call.toClient(this, this::failed);
            }
        });
    }

    private void askOffset(SimConnection call, PartitionKey wanted, boolean latest) {
        long floor = latest ? stage().oracle().latestAnswered(wanted) : -1;
        OffsetInput.Spec spec = latest ? OffsetInput.Spec.LATEST : OffsetInput.Spec.TIMESTAMP;
        long timestampMs = latest ? -1 : Writes.TIMESTAMP_MS + prng().below(2_000);
        call.toServer(target -> {
            boolean accepted = ((SimBroker) target)
                    .offsets(
                            wanted,
                            new Lookup((SimBroker) target, call, wanted, floor, latest),
                            token -> new OffsetInput(token, spec, timestampMs, OptionalInt.empty()));
            if (!accepted) {
                call.toClient(this, this::failed);
            }
        });
    }

    private void onBatches(SimConnection call, PartitionKey of, long from, int leaderEpoch, List<ByteBuffer> batches) {
        call.close();
        asking = false;
        if (!of.equals(key) || from != position) {
            return;
        }
        newestEpoch = Math.max(newestEpoch, leaderEpoch);
        List<PollOperation.Seen> seen = new ArrayList<>();
        for (ByteBuffer batch : batches) {
            position = BatchValues.readInto(seen, batch, position);
        }
        if (!seen.isEmpty()) {
            writes.recordPoll(of, node() + jumps * JUMP, world().nowMicros() * 1000, seen);
        }
    }

    private void onRejected(SimConnection call, Rejection rejection, PartitionKey of, long from) {
        call.close();
        failed();
        world().reached("read rejected " + rejection.error());
        world().reached("error " + rejection.error());
        if (rejection.error() == ReplicaError.OFFSET_OUT_OF_RANGE && of.equals(key) && from == position) {
            // A deletion that was not answered may be undone by a fail-over: what follows is another reading.
            jumps++;
            if (rejection.logStartOffset() > position) {
                position = rejection.logStartOffset();
            } else {
                stage().oracle().onReaderOutOfRange(of, position, rejection);
                position = 0;
            }
        }
    }

    /** A fetch at the leader. */
    private final class Read implements ReadReply {
        private final SimBroker broker;
        private final SimConnection call;
        private final PartitionKey of;
        private final long from;

        Read(SimBroker broker, SimConnection call, PartitionKey of, long from) {
            this.broker = broker;
            this.call = call;
            this.of = of;
            this.from = from;
        }

        @Override
        public void served(Effect.ServeFetch limits, LogSlice slice) {
            List<ByteBuffer> batches = List.copyOf(slice.buffers());
            stage().oracle().onServedToReader(broker, of, limits.leaderEpoch(), batches);
            call.toClient(SimReader.this, () -> onBatches(call, of, from, limits.leaderEpoch(), batches));
        }

        @Override
        public void redirected(Effect.RedirectRead answer) {
            world().reached("effect RedirectRead");
            call.toClient(SimReader.this, () -> {
                call.close();
                asking = false;
                near = answer.replica();
            });
        }

        @Override
        public void diverging(Effect.AnswerDiverging answer) {
            world().violated("contract", "a consumer was told of a diverging epoch");
        }

        @Override
        public void rejected(Rejection rejection) {
            call.toClient(SimReader.this, () -> onRejected(call, rejection, of, from));
        }
    }

    /** A look-up of the end, or of a time. */
    private final class Lookup implements OffsetReply {
        private final SimConnection call;
        private final PartitionKey of;
        private final SimBroker broker;
        private final long floor;
        private final boolean latest;

        Lookup(SimBroker broker, SimConnection call, PartitionKey of, long floor, boolean latest) {
            this.call = call;
            this.of = of;
            this.broker = broker;
            this.floor = floor;
            this.latest = latest;
        }

        @Override
        public void found(long offset, long timestampMs, int leaderEpoch) {
            world().reached(latest ? "effect AnswerOffset" : "effect LookUpTime");
            call.toClient(SimReader.this, () -> {
                call.close();
                asking = false;
                if (latest) {
                    stage().oracle().onLatest(of, offset, floor, leaderEpoch);
                } else {
                    stage().oracle().onTime(of, offset);
                }
            });
        }

        @Override
        public void rejected(Rejection rejection) {
            world().reached((latest ? "latest" : "time") + " rejected " + rejection.error());
            world().reached("error " + rejection.error());
            ReplicaState state = broker.stateOf(of);
            if (state != null && state.role() == ReplicaState.Role.LEADER && state.highWatermark() < floor) {
                world().reached("an old end was kept back");
            }
            call.toClient(SimReader.this, () -> {
                call.close();
                failed();
            });
        }
    }
}
