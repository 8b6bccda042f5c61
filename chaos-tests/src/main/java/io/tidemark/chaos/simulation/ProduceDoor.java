// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ProduceInput;
import io.tidemark.engine.runtime.ProduceReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.nio.ByteBuffer;
import java.util.OptionalInt;

/** One write at a broker: finds the partition as the service does, and takes its outcome. */
final class ProduceDoor implements ProduceReply {
    private final SimBroker broker;
    private final ProduceRequest request;
    private final Answer answer;
    private final ByteBuffer batch;
    private PartitionKey key;

    /** Told the outcome. */
    interface Answer {
        void is(ErrorCode error, boolean appended, long baseOffset);
    }

    ProduceDoor(SimBroker broker, ProduceRequest request, Answer answer) {
        this.broker = broker;
        this.request = request;
        this.answer = answer;
        this.key = request.key();
        // A message that arrives twice is two messages: the leader writes into what it is given.
        this.batch = Writes.copy(request.batch());
    }

    SimBroker broker() {
        return broker;
    }

    void open() {
        TopicImage named = broker.image().topic(request.topic());
        if (named == null) {
            answer.is(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, false, -1);
        } else if (isOfAnotherLife(named)) {
            answer.is(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID, false, -1);
        } else {
            key = new PartitionKey(named.topicId(), request.key().partition());
            produce();
        }
    }

    /** Guard G2, as the transport has it. */
    private boolean isOfAnotherLife(TopicImage named) {
        return !named.topicId().equals(request.key().topicId());
    }

    private void produce() {
        boolean accepted = broker.produce(
                key,
                this,
                nowMs -> token -> new ProduceInput(
                        token,
                        batch,
                        request.acks(),
                        OptionalInt.of(request.leaderEpoch()),
                        nowMs + request.timeoutMs()));
        if (accepted) {
            broker.oracleRequestOpened(this, request.timeoutMs());
        } else {
            answer.is(ErrorCode.ERROR_CODE_OVERLOADED, false, -1);
        }
    }

    @Override
    public void completed(Effect.CompleteProduce result) {
        broker.world().reached("effect CompleteProduce" + (result.duplicate() ? " of a duplicate" : ""));
        broker.oracleRequestAnswered(this);
        if (request.acks() < 0) {
            broker.acknowledged(key, batch, result.baseOffset());
        }
        answer.is(ErrorCode.ERROR_CODE_UNSPECIFIED, true, result.baseOffset());
    }

    @Override
    public void rejected(Rejection rejection) {
        broker.oracleRequestAnswered(this);
        broker.world().reached("effect RejectRequest");
        broker.world().reached("error " + rejection.error());
        answer.is(ErrorCode.valueOf("ERROR_CODE_" + rejection.error().name()), rejection.appended(), -1);
    }
}
