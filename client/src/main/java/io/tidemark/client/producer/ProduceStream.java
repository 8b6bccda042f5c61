// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.v1.Acks;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.ProduceStreamRequest;
import io.tidemark.v1.ProduceStreamResponse;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One stream of writes to one broker. The sender thread sends and keeps the open attempts; the listener hears of the rest
 * on transport threads.
 */
final class ProduceStream implements ClientResponseObserver<ProduceStreamRequest, ProduceStreamResponse> {
    /**
     * What may wait in the transport. Less would make each batch of usual size wait for a round through the network thread
     * and back; how much there can be in all is bounded by the unanswered batches of the partitions.
     */
    private static final int READY_THRESHOLD_BYTES = 1 << 20;

    final long streamId;
    final int brokerId;
    final NodeAddress address;
    final ManagedChannel channel;

    private final Listener listener;
    private final Map<Long, Attempt> attempts = new LinkedHashMap<>();
    private @Nullable ClientCallStreamObserver<ProduceStreamRequest> requests;
    private long lastSequence;
    private boolean isOpen;

    /** Hears of a stream's life. */
    interface Listener {
        void onReady(ProduceStream stream);

        void onReply(ProduceStream stream, ProduceStreamResponse response);

        void onLost(ProduceStream stream, Status status);
    }

    /** An attempt that is not answered. */
    record Attempt(PartitionLane lane, long attemptId, long sentMs) {}

    /** Where a stream leads. */
    record Target(int brokerId, NodeAddress address, ManagedChannel channel) {}

    ProduceStream(long streamId, Target target, Listener listener) {
        this.streamId = streamId;
        this.brokerId = target.brokerId();
        this.address = target.address();
        this.channel = target.channel();
        this.listener = listener;
    }

    void start() {
        ProduceServiceGrpc.newStub(channel)
                .withOnReadyThreshold(READY_THRESHOLD_BYTES)
                .produceStream(this);
    }

    /** The connection stands: what is sent from now on may have been received. */
    void markOpen() {
        isOpen = true;
    }

    boolean isOpen() {
        return isOpen;
    }

    boolean isWritable() {
        return isOpen && requests != null && requests.isReady();
    }

    void send(SendBatch send, PartitionLane lane, ByteString bytes, AckTerms terms, long nowMs) {
        TopicPartition partition = lane.partition();
        ProduceRequest produce = ProduceRequest.newBuilder()
                .setTopic(partition.topic())
                .setTopicId(send.topicId())
                .setPartition(partition.partition())
                .setLeaderEpoch(send.leaderEpoch())
                .setAcks(terms.acks())
                .setTimeoutMs(terms.timeoutMs())
                .setBatch(bytes)
                .build();
        attempts.put(++lastSequence, new Attempt(lane, send.attemptId(), nowMs));
        if (requests != null) {
            requests.onNext(ProduceStreamRequest.newBuilder()
                    .setSequence(lastSequence)
                    .setProduce(produce)
                    .build());
        }
    }

    /** When the broker answers: acks, and its time limit in milliseconds. */
    record AckTerms(Acks acks, int timeoutMs) {}

    /** The attempt that a response answers; null when it was answered before. */
    @Nullable
    Attempt take(long sequence) {
        return attempts.remove(sequence);
    }

    /** Attempts that are not answered, oldest first. */
    Collection<Attempt> openAttempts() {
        return attempts.values();
    }

    void cancel(String reason) {
        if (requests != null) {
            requests.cancel(reason, null);
        }
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ProduceStreamRequest> stream) {
        requests = stream;
        stream.setOnReadyHandler(() -> listener.onReady(this));
    }

    @Override
    public void onNext(ProduceStreamResponse response) {
        listener.onReply(this, response);
    }

    @Override
    public void onError(Throwable failure) {
        listener.onLost(this, Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
        listener.onLost(this, Status.UNAVAILABLE.withDescription("the broker ended the stream"));
    }
}
