// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.client.TopicPartition;
import io.tidemark.record.RecordView;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchPartition;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchResponse;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.v1.ListOffsetsPartition;
import io.tidemark.v1.ListOffsetsRequest;
import io.tidemark.v1.ListOffsetsResponse;
import io.tidemark.v1.ListedOffset;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Reads of one broker. */
final class FakeFetchService extends FetchServiceGrpc.FetchServiceImplBase {
    private static final int STEP_MS = 5;

    private final FakeCluster cluster;
    private final int brokerId;

    FakeFetchService(FakeCluster cluster, int brokerId) {
        this.cluster = cluster;
        this.brokerId = brokerId;
    }

    @Override
    public void fetch(FetchRequest request, StreamObserver<FetchResponse> out) {
        ServerCallStreamObserver<FetchResponse> observer = (ServerCallStreamObserver<FetchResponse>) out;
        observer.setOnCancelHandler(() -> {});
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.getMaxWaitMs());
        answerOrWait(request, observer, deadlineNanos);
    }

    private void answerOrWait(FetchRequest request, ServerCallStreamObserver<FetchResponse> out, long deadlineNanos) {
        if (out.isCancelled()) {
            return;
        }
        FetchResponse response = read(request);
        boolean hasNews = response.getPartitionsList().stream()
                .anyMatch(answer -> !answer.getBatches().isEmpty()
                        || answer.hasPreferredReplica()
                        || answer.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED);
        if (hasNews || System.nanoTime() >= deadlineNanos) {
            out.onNext(response);
            out.onCompleted();
        } else {
            cluster.later(() -> answerOrWait(request, out, deadlineNanos), STEP_MS);
        }
    }

    private FetchResponse read(FetchRequest request) {
        FetchResponse.Builder response = FetchResponse.newBuilder();
        synchronized (cluster) {
            boolean hasRack = !request.getRack().isEmpty();
            request.getPartitionsList().forEach(asked -> response.addPartitions(read(asked, hasRack)));
        }
        return response.build();
    }

    private FetchedPartition read(FetchPartition asked, boolean hasRack) {
        FetchedPartition.Builder answer =
                FetchedPartition.newBuilder().setTopic(asked.getTopic()).setPartition(asked.getPartition());
        TopicPartition name = new TopicPartition(asked.getTopic(), asked.getPartition());
        FakePartition partition = cluster.find(asked.getTopic(), asked.getPartition());
        ErrorCode ordered = cluster.fetchFaults.apply(brokerId, name);
        if (partition == null || ordered != null) {
            return answer.setError(ordered == null ? ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION : ordered)
                    .build();
        }
        FakeCluster.FakeTopic topic = cluster.topics.get(asked.getTopic());
        if (topic != null
                && !asked.getTopicId().isEmpty()
                && !asked.getTopicId().equals(topic.topicId)) {
            return answer.setError(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID).build();
        }
        boolean isNear = hasRack && cluster.nearBroker == brokerId;
        ErrorCode refusal = leaderRefusal(partition, asked.hasCurrentLeaderEpoch(), asked.getCurrentLeaderEpoch());
        if (refusal != null && !isNear) {
            return answer.setError(refusal)
                    .setCurrentLeader(cluster.hint(partition))
                    .build();
        }
        if (hasRack && !isNear && cluster.nearBroker >= 0) {
            return answer.setPreferredReplica(cluster.nearHint()).build();
        }
        FakeLog log = partition.log;
        answer.setHighWatermark(log.endOffset()).setLogStartOffset(log.logStartOffset());
        if (asked.getFetchOffset() < log.logStartOffset() || asked.getFetchOffset() > log.endOffset()) {
            return answer.setError(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE).build();
        }
        ByteString batches = ByteString.EMPTY;
        for (ByteBuffer batch : log.read(asked.getFetchOffset(), asked.getMaxBytes())) {
            batches = batches.concat(ByteString.copyFrom(batch));
        }
        if (!batches.isEmpty()) {
            cluster.reads.computeIfAbsent(brokerId, id -> new AtomicInteger()).incrementAndGet();
        }
        return answer.setBatches(batches).build();
    }

    private @Nullable ErrorCode leaderRefusal(FakePartition partition, boolean hasEpoch, int epoch) {
        if (partition.leaderId != brokerId) {
            return ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER;
        }
        if (hasEpoch && epoch != partition.leaderEpoch) {
            return epoch < partition.leaderEpoch
                    ? ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH
                    : ErrorCode.ERROR_CODE_UNKNOWN_LEADER_EPOCH;
        }
        return null;
    }

    @Override
    public void listOffsets(ListOffsetsRequest request, StreamObserver<ListOffsetsResponse> out) {
        ListOffsetsResponse.Builder response = ListOffsetsResponse.newBuilder();
        synchronized (cluster) {
            request.getPartitionsList().forEach(asked -> response.addPartitions(lookUp(asked)));
        }
        out.onNext(response.build());
        out.onCompleted();
    }

    private ListedOffset lookUp(ListOffsetsPartition asked) {
        ListedOffset.Builder answer =
                ListedOffset.newBuilder().setTopic(asked.getTopic()).setPartition(asked.getPartition());
        FakePartition partition = cluster.find(asked.getTopic(), asked.getPartition());
        ErrorCode ordered = cluster.offsetFaults.apply(new TopicPartition(asked.getTopic(), asked.getPartition()));
        if (partition == null || ordered != null) {
            return answer.setError(ordered == null ? ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION : ordered)
                    .build();
        }
        ErrorCode refusal = leaderRefusal(partition, asked.hasCurrentLeaderEpoch(), asked.getCurrentLeaderEpoch());
        if (refusal != null) {
            return answer.setError(refusal)
                    .setCurrentLeader(cluster.hint(partition))
                    .build();
        }
        return switch (asked.getSpec()) {
            case OFFSET_SPEC_EARLIEST ->
                answer.setOffset(partition.log.logStartOffset()).build();
            case OFFSET_SPEC_LATEST ->
                answer.setOffset(partition.log.endOffset()).build();
            default ->
                answer.setOffset(firstAt(partition.log, asked.getTimestampMs())).build();
        };
    }

    private static long firstAt(FakeLog log, long timestampMs) {
        for (RecordView record : log.records()) {
            if (record.timestampMs() >= timestampMs) {
                return record.offset();
            }
        }
        return -1;
    }
}
