// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.PartitionFetch;
import io.tidemark.engine.runtime.ReadReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.engine.runtime.ReplicaFetchSender;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.PartitionKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Followers' fetches on simulated streams: the port's two ends. */
final class SimFetches implements ReplicaFetchSender {
    private static final ByteBuffer NO_BATCHES = ByteBuffer.allocate(0);
    private static final long WAIT_MS = 500;

    private final SimBroker broker;
    private final SimNetwork network;
    private final BrokerIdentity identity;

    SimFetches(SimBroker broker, SimNetwork network, BrokerIdentity identity) {
        this.broker = broker;
        this.network = network;
        this.identity = identity;
    }

    /** One message. */
    private record Request(int replicaId, long brokerEpoch, UUID secret, List<PartitionFetch> fetches) {}

    @Override
    public Stream open(int leader, Endpoint endpoint, Listener listener) {
        SimConnection connection = new SimConnection(network, broker.node(), leader);
        connection.onBroken(broker, () -> listener.onBroken("the simulated stream broke"));
        Door door = new Door(connection, listener);
        return new Stream() {
            @Override
            public void send(List<PartitionFetch> fetches) {
                Request request = new Request(
                        identity.brokerId(), identity.brokerEpoch(), identity.replicaSecret(), List.copyOf(fetches));
                broker.world().reached("effect SendFetch");
                connection.toServer(target -> door.onRequest((SimBroker) target, request));
                if (network.duplicates()) {
                    ghost(leader, request, listener);
                }
            }

            @Override
            public void close() {
                connection.close();
            }
        };
    }

    /** The same message once more, some time later, on a stream that is gone by then. */
    private void ghost(int leader, Request request, Listener listener) {
        SimConnection gone = new SimConnection(network, broker.node(), leader);
        gone.close();
        network.deliverLate(leader, target -> new Door(gone, listener).onRequest((SimBroker) target, request));
    }

    /** The leader's end. What is open belongs to the stream; a later life of the leader knows nothing of it. */
    private final class Door {
        private final SimConnection connection;
        private final Listener listener;
        private final Map<PartitionKey, Answer> open = new TreeMap<>();
        private @Nullable SimBroker served;

        Door(SimConnection connection, Listener listener) {
            this.connection = connection;
            this.listener = listener;
        }

        void onRequest(SimBroker leader, Request request) {
            if (served != leader) {
                served = leader;
                connection.onBroken(leader, () -> end(leader));
            }
            ReplicaError refusal = refusalOf(leader, request);
            ReplicaLife life = new ReplicaLife(request.replicaId(), request.brokerEpoch());
            for (PartitionFetch wanted : request.fetches()) {
                Answer answer = new Answer(this, leader, wanted, comesFromNobody(leader, request));
                if (refusal != null) {
                    answer.send(refused(wanted, refusal));
                    continue;
                }
                Answer before = open.put(wanted.key(), answer);
                if (before != null && before.leader == leader) {
                    leader.deliver(wanted.key(), host -> host.cancel(before));
                }
                leader.fetch(wanted.key(), answer, life, WAIT_MS);
            }
        }

        private void end(SimBroker leader) {
            for (Answer answer : List.copyOf(open.values())) {
                if (answer.leader == leader) {
                    open.remove(answer.wanted.key());
                    leader.deliver(answer.wanted.key(), host -> host.cancel(answer));
                }
            }
        }
    }

    /** Whether the sender is the life that it says (guards G16, G18); null when it is. */
    static @Nullable ReplicaError refusalOf(SimBroker leader, Request request) {
        BrokerImage sender = leader.image().brokers().get(request.replicaId());
        if (sender == null || request.brokerEpoch() > sender.brokerEpoch()) {
            return ReplicaError.UNKNOWN_LEADER_EPOCH;
        }
        boolean isOther = request.brokerEpoch() < sender.brokerEpoch() || !isProven(sender, request);
        return isOther ? ReplicaError.STALE_BROKER_EPOCH : null;
    }

    /** Guard G16, as the transport has it. */
    private static boolean isProven(BrokerImage sender, Request request) {
        return sender.replicaSecret().equals(request.secret());
    }

    /** What must never be served, whoever let it in: the sender is another life, or nobody, as this leader knows. */
    private static boolean comesFromNobody(SimBroker leader, Request request) {
        BrokerImage sender = leader.image().brokers().get(request.replicaId());
        return sender != null
                && request.brokerEpoch() <= sender.brokerEpoch()
                && !sender.replicaSecret().equals(request.secret());
    }

    /** Fetches here as if it were that broker, from where the log led here ends. */
    void forge(SimBroker named, PartitionKey key, ReplicaState state) {
        OptionalInt lastEpoch = state.logEndOffset() == 0 ? OptionalInt.empty() : OptionalInt.of(state.leaderEpoch());
        Effect.SendFetch fetch = new Effect.SendFetch(
                Long.MAX_VALUE,
                broker.node(),
                state.leaderEpoch(),
                state.logEndOffset(),
                state.logEndOffset(),
                lastEpoch,
                state.logStartOffset(),
                state.highWatermark(),
                false);
        SimConnection gone = new SimConnection(network, named.node(), broker.node());
        gone.close();
        Request request = new Request(
                named.node(), named.brokerEpoch(), network.prng().uuid(), List.of(new PartitionFetch(key, fetch)));
        new Door(gone, new Deaf()).onRequest(broker, request);
    }

    /** Wants no answer. */
    private static final class Deaf implements ReplicaFetchSender.Listener {
        @Override
        public void onReply(PartitionKey key, FetchReply reply) {
            // Who forges a fetch is after its effect.
        }

        @Override
        public void onBroken(String reason) {
            // Nor minds how it ends.
        }
    }

    private FetchReply refused(PartitionFetch wanted, ReplicaError error) {
        broker.world().reached("fetch rejected " + error);
        broker.world().reached("error " + error);
        return new FetchReply(wanted.fetch().fetchId(), error, -1, 0, 0, 0, null, List.of(), NO_BATCHES);
    }

    /** What becomes of one partition's fetch. */
    final class Answer implements ReadReply {
        private final Door door;
        private final SimBroker leader;
        private final PartitionFetch wanted;
        private final boolean isFromNobody;

        Answer(Door door, SimBroker leader, PartitionFetch wanted, boolean isFromNobody) {
            this.door = door;
            this.leader = leader;
            this.wanted = wanted;
            this.isFromNobody = isFromNobody;
        }

        FetchInput.Follower input(long token, ReplicaLife life, long deadlineMs) {
            Effect.SendFetch fetch = wanted.fetch();
            return new FetchInput.Follower(
                    token,
                    life,
                    fetch.leaderEpoch(),
                    fetch.fetchOffset(),
                    fetch.flushedOffset(),
                    fetch.lastFetchedEpoch(),
                    fetch.logStartOffset(),
                    fetch.highWatermark(),
                    fetch.wantsProducers(),
                    SimBroker.FETCH_BYTES,
                    deadlineMs);
        }

        @Override
        public void served(Effect.ServeFetch limits, LogSlice slice) {
            broker.world().reached("effect ServeFetch");
            requireSomebody();
            leader.told(wanted.key(), limits.highWatermark());
            ByteBuffer batches = ByteBuffer.allocate(slice.sizeBytes());
            slice.copyTo(batches);
            slice.close();
            send(new FetchReply(
                    wanted.fetch().fetchId(),
                    null,
                    limits.leaderEpoch(),
                    limits.highWatermark(),
                    limits.logStartOffset(),
                    limits.logEndOffset(),
                    null,
                    List.of(),
                    batches.flip()));
        }

        @Override
        public void diverging(Effect.AnswerDiverging answer) {
            broker.world().reached("effect AnswerDiverging");
            requireSomebody();
            // A leader tells its limits in every answer; in this one they are not the follower's.
            ReplicaState limits = leader.stateOf(wanted.key());
            send(new FetchReply(
                    wanted.fetch().fetchId(),
                    null,
                    answer.leaderEpoch(),
                    limits == null ? 0 : limits.highWatermark(),
                    limits == null ? 0 : limits.logStartOffset(),
                    limits == null ? 0 : limits.logEndOffset(),
                    new FetchReply.Diverging(answer.divergingEpoch(), answer.divergingEndOffset()),
                    List.of(),
                    NO_BATCHES));
        }

        @Override
        public void outOfRange(Effect.AnswerOutOfRange answer, List<ProducerStates.Snapshot> producers) {
            broker.world().reached("effect AnswerOutOfRange");
            if (wanted.fetch().wantsProducers()) {
                broker.world().reached("follower asks who wrote before");
            }
            if (answer.parts()) {
                broker.world().reached("logs part below the log start");
            } else {
                reached(ReplicaError.OFFSET_OUT_OF_RANGE);
            }
            send(new FetchReply(
                    wanted.fetch().fetchId(),
                    answer.error(),
                    answer.leaderEpoch(),
                    0,
                    answer.logStartOffset(),
                    answer.logEndOffset(),
                    answer.diverging(),
                    producers,
                    NO_BATCHES));
        }

        @Override
        public void rejected(Rejection rejection) {
            reached(rejection.error());
            send(new FetchReply(
                    wanted.fetch().fetchId(),
                    rejection.error(),
                    rejection.leaderEpoch(),
                    0,
                    rejection.logStartOffset(),
                    rejection.logEndOffset(),
                    null,
                    List.of(),
                    NO_BATCHES));
        }

        private void reached(ReplicaError error) {
            broker.world().reached("fetch rejected " + error);
            broker.world().reached("error " + error);
        }

        private void requireSomebody() {
            if (isFromNobody) {
                broker.world()
                        .violated(
                                "I21 stale lives change nothing",
                                "broker " + leader.node() + " serves a fetch that no registered life sent: " + wanted);
            }
        }

        private void send(FetchReply reply) {
            door.open.remove(wanted.key(), this);
            Runnable delivery =
                    () -> door.listener.onReply(wanted.key(), reply.batches().hasRemaining() ? withCopy(reply) : reply);
            door.connection.toClient(broker, delivery);
            if (network.duplicates()) {
                door.connection.toClientAgain(broker, delivery);
            }
        }

        /** A message that arrives twice is two messages: the core owns what it is given. */
        private static FetchReply withCopy(FetchReply reply) {
            ByteBuffer copy = ByteBuffer.allocate(reply.batches().remaining());
            copy.put(reply.batches().duplicate()).flip();
            return new FetchReply(
                    reply.fetchId(),
                    reply.error(),
                    reply.leaderEpoch(),
                    reply.highWatermark(),
                    reply.logStartOffset(),
                    reply.logEndOffset(),
                    reply.diverging(),
                    reply.producers(),
                    copy);
        }
    }
}
