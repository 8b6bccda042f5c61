// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import com.google.protobuf.ByteString;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.consumer.SteppedReader;
import io.tidemark.client.metadata.TopicView.PartitionLeader;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.runtime.OffsetReply;
import io.tidemark.engine.runtime.ReadReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchedPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An application that reads one partition from its start on with the client's own decisions, at its leader. */
final class SimConsumer extends SimClient {
    private static final long STEP_MICROS = 60_000;
    private static final int MAX_BYTES = 3_000;
    private static final int RECORDS_MAX = 20;
    private static final int JUMP = 10_000;

    private final String topic;
    private final int partition;
    private final Writes writes;
    private final SteppedReader core;
    private boolean lookingUp;
    /** Whether the position was reached by reading: only then must it stay in range. */
    private boolean hasRead;
    /** What is read after a position was looked up is another reading. */
    private int jumps;

    SimConsumer(Stage stage, int node, String topic, int partition, Writes writes) {
        super(stage, node);
        this.topic = topic;
        this.partition = partition;
        this.writes = writes;
        this.core = new SteppedReader(new TopicPartition(topic, partition), this::refresh);
        step();
    }

    /** What keeps it from having read everything; null when nothing does. */
    @Nullable
    String missing() {
        TopicImage now = stage().quorum().image().topic(topic);
        if (now == null) {
            return null;
        }
        long end = stage().oracle()
                .truth(new PartitionKey(now.topicId(), partition))
                .highWatermark();
        ByteString id = core.topicId();
        boolean isHere = id != null && idOf(id).equals(now.topicId());
        return isHere && core.position() == end ? null : topic + " is read to " + core.position() + " of " + end;
    }

    private void step() {
        world().after(prng().between(STEP_MICROS / 2, STEP_MICROS), this, World.CLIENT, () -> {
            refreshWhenOld();
            learn();
            poll();
            if (core.wantsPosition()) {
                lookUp();
            } else {
                fetch();
            }
            step();
        });
    }

    private void learn() {
        TopicImage known = topic(topic);
        if (known == null) {
            core.onNoTopic();
            refresh();
            return;
        }
        List<PartitionLeader> leaders = new ArrayList<>();
        for (PartitionImage image : known.partitions()) {
            leaders.add(new PartitionLeader(image.leader(), image.leaderEpoch()));
        }
        core.onTopic(bytesOf(known.topicId()), leaders);
    }

    private void poll() {
        ByteString of = core.topicId();
        try {
            List<Seen> seen = new ArrayList<>();
            for (ConsumerRecord record : core.poll(RECORDS_MAX)) {
                byte[] value = record.value();
                if (value != null) {
                    seen.add(new Seen(record.offset(), ByteBuffer.wrap(value).getLong()));
                }
            }
            if (of != null && !seen.isEmpty()) {
                hasRead = true;
                writes.recordPoll(
                        new PartitionKey(idOf(of), partition), node() + jumps * JUMP, world().nowMicros() * 1000, seen);
            }
        } catch (TidemarkException failed) {
            world().reached("consumer told of " + failed.code());
            core.seekToBeginning();
        }
    }

    private void lookUp() {
        TopicImage known = topic(topic);
        PartitionImage image = partition(known, partition);
        if (lookingUp || known == null || image == null || image.leader() < 0) {
            refresh();
            return;
        }
        lookingUp = true;
        PartitionKey key = new PartitionKey(known.topicId(), partition);
        SimConnection call = new SimConnection(stage().network(), node(), image.leader());
        call.onBroken(this, () -> lookedUp(call));
        call.toServer(target -> {
            boolean accepted = ((SimBroker) target)
                    .offsets(
                            key,
                            new FirstOffset(call),
                            token -> new OffsetInput(
                                    token, OffsetInput.Spec.EARLIEST, -1, OptionalInt.of(image.leaderEpoch())));
            if (!accepted) {
                call.toClient(this, () -> lookedUp(call));
            }
        });
    }

    private void lookedUp(SimConnection call) {
        call.close();
        lookingUp = false;
        refresh();
    }

    private void fetch() {
        SteppedReader.Ask ask = core.nextFetch(world().nowMs());
        if (ask == null) {
            return;
        }
        Fetch fetch = new Fetch(ask, new SimConnection(stage().network(), node(), ask.leader()));
        fetch.call.onBroken(this, fetch::failed);
        fetch.call.toServer(target -> fetch.at((SimBroker) target));
    }

    /** A look-up of where the log begins. */
    private final class FirstOffset implements OffsetReply {
        private final SimConnection call;

        FirstOffset(SimConnection call) {
            this.call = call;
        }

        @Override
        public void found(long offset, long timestampMs, int leaderEpoch) {
            call.toClient(SimConsumer.this, () -> {
                if (call.isOpen()) {
                    lookedUp(call);
                    jumps++;
                    hasRead = false;
                    core.onPosition(offset);
                }
            });
        }

        @Override
        public void rejected(Rejection rejection) {
            call.toClient(SimConsumer.this, () -> {
                if (call.isOpen()) {
                    lookedUp(call);
                }
            });
        }
    }

    /** One fetch, at the leader and back. */
    private final class Fetch implements ReadReply {
        private final SteppedReader.Ask ask;
        private final SimConnection call;
        private final PartitionKey key;
        private @Nullable SimBroker broker;
        private boolean done;

        Fetch(SteppedReader.Ask ask, SimConnection call) {
            this.ask = ask;
            this.call = call;
            this.key = new PartitionKey(idOf(ask.topicId()), partition);
        }

        void at(SimBroker target) {
            broker = target;
            TopicImage named = target.image().topic(topic);
            if (named == null) {
                answer(refusal(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION));
            } else if (!named.topicId().equals(key.topicId())) {
                answer(refusal(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID));
            } else if (!target.read(
                    key,
                    this,
                    nowMs -> token -> new FetchInput.Consumer(
                            token,
                            ask.fetchOffset(),
                            MAX_BYTES,
                            1,
                            OptionalInt.of(ask.leaderEpoch()),
                            nowMs + 300,
                            List.of()))) {
                answer(refusal(ErrorCode.ERROR_CODE_OVERLOADED));
            }
        }

        private FetchedPartition.Builder refusal(ErrorCode error) {
            return FetchedPartition.newBuilder().setError(error);
        }

        private void answer(FetchedPartition.Builder answer) {
            FetchedPartition built = answer.build();
            call.toClient(SimConsumer.this, () -> onAnswer(built));
        }

        private void onAnswer(FetchedPartition answer) {
            if (done) {
                return;
            }
            done = true;
            call.close();
            boolean hadPosition = !core.wantsPosition();
            core.onAnswer(ask, answer, world().nowMs());
            world().reached("consumer fetch answered " + answer.getError());
            boolean fell = hadPosition && core.wantsPosition() && hasRead;
            if (fell && answer.getLogStartOffset() <= ask.fetchOffset()) {
                stage().oracle().onReaderOutOfRange(key, ask.fetchOffset(), answer);
            }
        }

        void failed() {
            if (!done) {
                done = true;
                core.onFailed(world().nowMs());
                refresh();
            }
        }

        @Override
        public void served(Effect.ServeFetch limits, LogSlice slice) {
            List<ByteBuffer> batches = List.copyOf(slice.buffers());
            SimBroker at = broker;
            if (at != null) {
                stage().oracle().onServedToReader(at, key, limits.leaderEpoch(), batches);
            }
            ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
            batches.forEach(batch -> bytes.put(batch.duplicate()));
            slice.close();
            answer(FetchedPartition.newBuilder()
                    .setHighWatermark(limits.highWatermark())
                    .setLogStartOffset(limits.logStartOffset())
                    .setBatches(ByteString.copyFrom(bytes.flip())));
        }

        @Override
        public void diverging(Effect.AnswerDiverging answer) {
            world().violated("contract", "a consumer was told of a diverging epoch");
        }

        @Override
        public void rejected(Rejection rejection) {
            answer(refusal(ErrorCode.valueOf("ERROR_CODE_" + rejection.error().name()))
                    .setLogStartOffset(rejection.logStartOffset()));
        }
    }

    private static UUID idOf(ByteString bytes) {
        ByteBuffer id = bytes.asReadOnlyByteBuffer();
        return new UUID(id.getLong(), id.getLong());
    }

    private static ByteString bytesOf(UUID id) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return ByteString.copyFrom(bytes.flip());
    }
}
