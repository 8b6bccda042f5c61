// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.replication.ProduceInput;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.OffsetsTopic;
import io.tidemark.engine.runtime.PartitionDirectory;
import io.tidemark.engine.runtime.ProducerIds;
import io.tidemark.engine.runtime.TopicSettings;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.Acks;
import io.tidemark.v1.DeleteRecordsRequest;
import io.tidemark.v1.DeleteRecordsResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.InitProducerIdRequest;
import io.tidemark.v1.InitProducerIdResponse;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.ProduceStreamRequest;
import io.tidemark.v1.ProduceStreamResponse;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Takes writes: finds the partition, makes a valid batch of the request on the gRPC thread, and hands it to the owner.
 * Holds no state. Nothing in it blocks.
 */
public final class ProduceService extends ProduceServiceGrpc.ProduceServiceImplBase {
    private static final int DEFAULT_TIMEOUT_MS = 30_000;
    private static final int TIMEOUT_LIMIT_MS = 300_000;

    private final PartitionDirectory directory;
    private final TopicResolver topics;
    private final TopicSettings settings;
    private final BatchDecoder decoder;
    private final ProducerIds producerIds;
    private final EngineMetrics metrics;
    private final ByteBudget budget;

    /** Over a node's parts. */
    public ProduceService(ServiceParts parts, TopicSettings settings, ProducerIds producerIds, Clock clock) {
        this.directory = parts.directory();
        this.topics = new TopicResolver(parts.image());
        this.settings = settings;
        this.decoder = new BatchDecoder(clock::wallMs);
        this.producerIds = producerIds;
        this.metrics = parts.metrics();
        this.budget = new ByteBudget(parts.inboundBudgetBytes());
    }

    @Override
    public void produce(ProduceRequest request, StreamObserver<ProduceResponse> observer) {
        write(request, response -> {
            observer.onNext(response);
            observer.onCompleted();
        });
    }

    @Override
    public StreamObserver<ProduceStreamRequest> produceStream(StreamObserver<ProduceStreamResponse> observer) {
        return new ProduceStream(this, (ServerCallStreamObserver<ProduceStreamResponse>) observer).start();
    }

    /** Writes one batch; the answer comes once, on any thread. */
    void write(ProduceRequest request, Consumer<ProduceResponse> answer) {
        TopicResolver.Resolved target =
                topics.resolve(request.getTopic(), request.getTopicId(), request.getPartition());
        TopicImage topic = target.topic();
        PartitionKey key = target.key();
        if (topic == null || key == null) {
            answer.accept(ProduceCall.refused(target.error(), target.message()));
            return;
        }
        if (topic.name().equals(OffsetsTopic.NAME)) {
            answer.accept(ProduceCall.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST,
                    OffsetsTopic.NAME + " is written by group coordinators only"));
            return;
        }
        if (request.getTimeoutMs() < 0 || request.getTimeoutMs() > TIMEOUT_LIMIT_MS) {
            answer.accept(ProduceCall.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST, "timeout_ms is 0 to " + TIMEOUT_LIMIT_MS));
            return;
        }
        BatchDecoder.Decoded decoded =
                decoder.decode(request, settings.maxMessageBytes(topic), settings.compaction(topic) != null);
        ByteBuffer batch = decoded.batch();
        if (batch == null) {
            answer.accept(ProduceCall.refused(decoded.error(), decoded.message()));
            return;
        }
        submit(key, request, batch, answer);
    }

    private void submit(PartitionKey key, ProduceRequest request, ByteBuffer batch, Consumer<ProduceResponse> answer) {
        int sizeBytes = batch.remaining();
        if (!budget.take(sizeBytes)) {
            overloaded(answer, "the node holds as many unanswered bytes as it may");
            return;
        }
        metrics.produced(sizeBytes);
        ProduceCall call = new ProduceCall(key, topics, metrics, response -> {
            budget.giveBack(sizeBytes);
            answer.accept(response);
        });
        int timeoutMs = request.getTimeoutMs() == 0 ? DEFAULT_TIMEOUT_MS : request.getTimeoutMs();
        int acks = acksOf(request.getAcks());
        OptionalInt leaderEpoch =
                request.hasLeaderEpoch() ? OptionalInt.of(request.getLeaderEpoch()) : OptionalInt.empty();
        boolean accepted = directory
                .shardFor(key)
                .submit(
                        key,
                        call,
                        (host, nowMs) -> host.produce(
                                call,
                                token -> new ProduceInput(token, batch, acks, leaderEpoch, nowMs + timeoutMs),
                                nowMs));
        if (!accepted) {
            budget.giveBack(sizeBytes);
            overloaded(answer, "the queue of this partition's shard is full");
        }
    }

    private void overloaded(Consumer<ProduceResponse> answer, String message) {
        metrics.requestOverloaded();
        answer.accept(ProduceCall.refused(ErrorCode.ERROR_CODE_OVERLOADED, message));
    }

    private static int acksOf(Acks acks) {
        return switch (acks) {
            case ACKS_NONE -> 0;
            case ACKS_LEADER -> 1;
            default -> -1;
        };
    }

    @Override
    public void deleteRecords(DeleteRecordsRequest request, StreamObserver<DeleteRecordsResponse> observer) {
        if (request.getTimeoutMs() < 0 || request.getTimeoutMs() > TIMEOUT_LIMIT_MS) {
            throw Faults.invalidArgument("INVALID_TIMEOUT", "timeout_ms is 0 to " + TIMEOUT_LIMIT_MS);
        }
        new DeleteRecordsCall(request, directory, topics, observer).start();
    }

    @Override
    public void initProducerId(InitProducerIdRequest request, StreamObserver<InitProducerIdResponse> observer) {
        Future<?> unused = producerIds.next().thenAccept(answer -> {
            observer.onNext(InitProducerIdResponse.newBuilder()
                    .setError(answer.error())
                    .setErrorMessage(answer.message())
                    .setProducerId(answer.firstProducerId())
                    .build());
            observer.onCompleted();
        });
    }
}
