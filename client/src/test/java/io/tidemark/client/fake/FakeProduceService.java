// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tidemark.client.TopicPartition;
import io.tidemark.v1.DeleteRecordsPartition;
import io.tidemark.v1.DeleteRecordsRequest;
import io.tidemark.v1.DeleteRecordsResponse;
import io.tidemark.v1.DeletedRecords;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.InitProducerIdRequest;
import io.tidemark.v1.InitProducerIdResponse;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.ProduceStreamRequest;
import io.tidemark.v1.ProduceStreamResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Writes of one broker. */
final class FakeProduceService extends ProduceServiceGrpc.ProduceServiceImplBase {
    private static final int LATE_MS = 15;

    private final FakeCluster cluster;
    private final int brokerId;

    FakeProduceService(FakeCluster cluster, int brokerId) {
        this.cluster = cluster;
        this.brokerId = brokerId;
    }

    @Override
    public void initProducerId(InitProducerIdRequest request, StreamObserver<InitProducerIdResponse> out) {
        out.onNext(InitProducerIdResponse.newBuilder()
                .setProducerId(cluster.nextProducerId.getAndIncrement())
                .build());
        out.onCompleted();
    }

    @Override
    public void deleteRecords(DeleteRecordsRequest request, StreamObserver<DeleteRecordsResponse> out) {
        DeleteRecordsResponse.Builder response = DeleteRecordsResponse.newBuilder();
        synchronized (cluster) {
            request.getPartitionsList().forEach(each -> response.addPartitions(delete(each)));
        }
        out.onNext(response.build());
        out.onCompleted();
    }

    private DeletedRecords delete(DeleteRecordsPartition wanted) {
        DeletedRecords.Builder deleted =
                DeletedRecords.newBuilder().setTopic(wanted.getTopic()).setPartition(wanted.getPartition());
        FakePartition partition = cluster.find(wanted.getTopic(), wanted.getPartition());
        if (partition == null || partition.leaderId != brokerId) {
            return deleted.setError(ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER).build();
        }
        partition.log.trimTo(wanted.getBeforeOffset());
        return deleted.setError(cluster.orderedOr(ErrorCode.ERROR_CODE_UNSPECIFIED))
                .setLogStartOffset(wanted.getBeforeOffset())
                .build();
    }

    @Override
    public StreamObserver<ProduceStreamRequest> produceStream(StreamObserver<ProduceStreamResponse> out) {
        return new Session(out);
    }

    private final class Session implements StreamObserver<ProduceStreamRequest> {
        private final StreamObserver<ProduceStreamResponse> out;
        private boolean isBroken;

        Session(StreamObserver<ProduceStreamResponse> out) {
            this.out = out;
        }

        @Override
        public void onNext(ProduceStreamRequest request) {
            synchronized (cluster) {
                if (!isBroken) {
                    handle(request.getSequence(), request.getProduce());
                }
            }
        }

        private void handle(long sequence, ProduceRequest request) {
            TopicPartition partition = new TopicPartition(request.getTopic(), request.getPartition());
            cluster.produceRequests.incrementAndGet();
            int n = cluster.writes
                    .computeIfAbsent(partition, name -> new AtomicInteger())
                    .incrementAndGet();
            switch (cluster.produceFaults.apply(partition, n)) {
                case NONE -> answer(sequence, append(request));
                case APPEND_AND_BREAK -> {
                    append(request);
                    breakStream();
                }
                case BREAK -> breakStream();
                case BREAK_AND_APPEND_LATE -> {
                    breakStream();
                    later(() -> append(request));
                }
                case APPEND_AND_TIME_OUT -> {
                    append(request);
                    answer(sequence, error(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT));
                }
                case TIME_OUT -> answer(sequence, error(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT));
                case ANSWER_LATE -> {
                    ProduceResponse response = append(request);
                    later(() -> answer(sequence, response));
                }
                case NOT_ENOUGH_REPLICAS -> answer(sequence, error(ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS));
                case APPEND_NOT_ENOUGH_REPLICAS -> {
                    append(request);
                    answer(sequence, error(ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS_AFTER_APPEND));
                }
                case OVERLOADED -> answer(sequence, error(ErrorCode.ERROR_CODE_OVERLOADED));
                case MOVE_LEADER -> {
                    cluster.moveLeader(partition);
                    answer(sequence, append(request));
                }
                case APPEND_AND_MOVE_LEADER -> {
                    append(request);
                    cluster.moveLeader(partition);
                    answer(
                            sequence,
                            append(request).toBuilder().setAppended(true).build());
                }
                case APPEND_TWICE -> {
                    ProduceResponse first = append(request);
                    append(request);
                    answer(sequence, first);
                }
                case APPEND_AND_HANG -> append(request);
            }
        }

        private void answer(long sequence, ProduceResponse response) {
            if (!isBroken) {
                out.onNext(ProduceStreamResponse.newBuilder()
                        .setSequence(sequence)
                        .setProduce(response)
                        .build());
            }
        }

        private void breakStream() {
            isBroken = true;
            out.onError(Status.UNAVAILABLE.withDescription("ordered fault").asRuntimeException());
        }

        private void later(Runnable action) {
            cluster.later(action, LATE_MS);
        }

        @Override
        public void onError(Throwable failure) {
            synchronized (cluster) {
                isBroken = true;
            }
        }

        @Override
        public void onCompleted() {
            synchronized (cluster) {
                isBroken = true;
                out.onCompleted();
            }
        }
    }

    private ProduceResponse append(ProduceRequest request) {
        FakePartition partition = cluster.find(request.getTopic(), request.getPartition());
        ErrorCode refusal = refusal(request, partition);
        if (partition == null || refusal != null) {
            ProduceResponse.Builder response =
                    error(refusal == null ? ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION : refusal).toBuilder();
            return partition == null
                    ? response.build()
                    : response.setCurrentLeader(cluster.hint(partition)).build();
        }
        return partition.log.append(request.getBatch().asReadOnlyByteBuffer(), partition.leaderEpoch);
    }

    private @Nullable ErrorCode refusal(ProduceRequest request, @Nullable FakePartition partition) {
        if (partition == null) {
            return ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION;
        }
        FakeCluster.FakeTopic topic = cluster.topics.get(request.getTopic());
        if (topic != null && !request.getTopicId().isEmpty() && !topic.topicId.equals(request.getTopicId())) {
            return ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID;
        }
        if (partition.leaderId != brokerId) {
            return ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER;
        }
        if (request.hasLeaderEpoch() && request.getLeaderEpoch() < partition.leaderEpoch) {
            return ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH;
        }
        boolean isAhead = request.hasLeaderEpoch() && request.getLeaderEpoch() > partition.leaderEpoch;
        return isAhead ? ErrorCode.ERROR_CODE_UNKNOWN_LEADER_EPOCH : null;
    }

    private static ProduceResponse error(ErrorCode error) {
        return ProduceResponse.newBuilder().setError(error).setBaseOffset(-1).build();
    }
}
