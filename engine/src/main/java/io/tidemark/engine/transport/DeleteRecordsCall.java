// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.StreamObserver;
import io.tidemark.engine.replication.DeleteInput;
import io.tidemark.engine.runtime.OffsetReply;
import io.tidemark.engine.runtime.OffsetsTopic;
import io.tidemark.engine.runtime.PartitionDirectory;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.DeleteRecordsPartition;
import io.tidemark.v1.DeleteRecordsRequest;
import io.tidemark.v1.DeleteRecordsResponse;
import io.tidemark.v1.DeletedRecords;
import io.tidemark.v1.ErrorCode;
import java.util.OptionalInt;

/** One deletion of records: asks every partition at once and answers when the last has answered. */
final class DeleteRecordsCall {
    private static final int DEFAULT_TIMEOUT_MS = 30_000;

    private final DeleteRecordsRequest request;
    private final PartitionDirectory directory;
    private final TopicResolver topics;
    private final GatheredAnswers<DeletedRecords> answers;

    DeleteRecordsCall(
            DeleteRecordsRequest request,
            PartitionDirectory directory,
            TopicResolver topics,
            StreamObserver<DeleteRecordsResponse> out) {
        this.request = request;
        this.directory = directory;
        this.topics = topics;
        this.answers = new GatheredAnswers<>(request.getPartitionsCount(), all -> {
            out.onNext(DeleteRecordsResponse.newBuilder().addAllPartitions(all).build());
            out.onCompleted();
        });
    }

    void start() {
        for (int i = 0; i < request.getPartitionsCount(); i++) {
            ask(i, request.getPartitions(i));
        }
        answers.allAsked();
    }

    private void ask(int index, DeleteRecordsPartition wanted) {
        TopicResolver.Resolved target = topics.resolve(wanted.getTopic(), wanted.getTopicId(), wanted.getPartition());
        PartitionKey key = target.key();
        DeletedRecords.Builder answer = DeletedRecords.newBuilder()
                .setTopic(wanted.getTopic())
                .setPartition(wanted.getPartition())
                .setLogStartOffset(-1);
        if (key == null) {
            put(index, answer.setError(target.error()).setErrorMessage(target.message()));
            return;
        }
        if (target.topic() != null && target.topic().name().equals(OffsetsTopic.NAME)) {
            put(
                    index,
                    answer.setError(ErrorCode.ERROR_CODE_INVALID_REQUEST)
                            .setErrorMessage("committed offsets would be lost: delete the groups instead"));
            return;
        }
        int timeoutMs = request.getTimeoutMs() == 0 ? DEFAULT_TIMEOUT_MS : request.getTimeoutMs();
        Deletion deletion = new Deletion(index, key, answer);
        boolean accepted = directory
                .shardFor(key)
                .submit(
                        key,
                        deletion,
                        (host, nowMs) ->
                                host.delete(deletion, token -> toInput(token, wanted, nowMs + timeoutMs), nowMs));
        if (!accepted) {
            put(
                    index,
                    answer.setError(ErrorCode.ERROR_CODE_OVERLOADED)
                            .setErrorMessage("the queue of this partition's shard is full"));
        }
    }

    private static DeleteInput toInput(long token, DeleteRecordsPartition wanted, long deadlineMs) {
        OptionalInt leaderEpoch =
                wanted.hasLeaderEpoch() ? OptionalInt.of(wanted.getLeaderEpoch()) : OptionalInt.empty();
        return new DeleteInput(token, wanted.getBeforeOffset(), leaderEpoch, deadlineMs);
    }

    private void put(int index, DeletedRecords.Builder answer) {
        answers.put(index, answer.build());
    }

    /** One partition's deletion. */
    private final class Deletion implements OffsetReply {
        private final int index;
        private final PartitionKey key;
        private final DeletedRecords.Builder answer;

        Deletion(int index, PartitionKey key, DeletedRecords.Builder answer) {
            this.index = index;
            this.key = key;
            this.answer = answer;
        }

        @Override
        public void found(long offset, long timestampMs, int leaderEpoch) {
            put(index, answer.setLogStartOffset(offset));
        }

        @Override
        public void rejected(Rejection rejection) {
            ErrorCode error = ErrorCodes.of(rejection.error());
            put(
                    index,
                    answer.setError(error)
                            .setErrorMessage(ErrorCodes.describe(error, false))
                            .setLogStartOffset(rejection.logStartOffset())
                            .setCurrentLeader(topics.leaderOf(key)));
        }
    }
}
