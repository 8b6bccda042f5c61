// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.StreamObserver;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.runtime.OffsetReply;
import io.tidemark.engine.runtime.PartitionDirectory;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ListOffsetsPartition;
import io.tidemark.v1.ListOffsetsRequest;
import io.tidemark.v1.ListOffsetsResponse;
import io.tidemark.v1.ListedOffset;
import io.tidemark.v1.OffsetSpec;
import java.util.OptionalInt;

/** One look-up of offsets: asks every partition at once and answers when the last has answered. */
final class ListOffsetsCall {
    private final ListOffsetsRequest request;
    private final PartitionDirectory directory;
    private final TopicResolver topics;
    private final GatheredAnswers<ListedOffset> answers;

    ListOffsetsCall(
            ListOffsetsRequest request,
            PartitionDirectory directory,
            TopicResolver topics,
            StreamObserver<ListOffsetsResponse> out) {
        this.request = request;
        this.directory = directory;
        this.topics = topics;
        this.answers = new GatheredAnswers<>(request.getPartitionsCount(), all -> {
            out.onNext(ListOffsetsResponse.newBuilder().addAllPartitions(all).build());
            out.onCompleted();
        });
    }

    void start() {
        for (int i = 0; i < request.getPartitionsCount(); i++) {
            ask(i, request.getPartitions(i));
        }
        answers.allAsked();
    }

    private void ask(int index, ListOffsetsPartition wanted) {
        TopicResolver.Resolved target = topics.resolve(wanted.getTopic(), wanted.getTopicId(), wanted.getPartition());
        PartitionKey key = target.key();
        ListedOffset.Builder answer = ListedOffset.newBuilder()
                .setTopic(wanted.getTopic())
                .setPartition(wanted.getPartition())
                .setOffset(-1)
                .setTimestampMs(-1);
        if (key == null) {
            put(index, answer.setError(target.error()).setErrorMessage(target.message()));
            return;
        }
        Lookup lookup = new Lookup(index, key, answer);
        boolean accepted = directory
                .shardFor(key)
                .submit(key, lookup, (host, nowMs) -> host.offsets(lookup, token -> toInput(token, wanted), nowMs));
        if (!accepted) {
            put(
                    index,
                    answer.setError(ErrorCode.ERROR_CODE_OVERLOADED)
                            .setErrorMessage("the queue of this partition's shard is full"));
        }
    }

    private static OffsetInput toInput(long token, ListOffsetsPartition wanted) {
        OptionalInt leaderEpoch =
                wanted.hasCurrentLeaderEpoch() ? OptionalInt.of(wanted.getCurrentLeaderEpoch()) : OptionalInt.empty();
        return new OffsetInput(token, specOf(wanted.getSpec()), wanted.getTimestampMs(), leaderEpoch);
    }

    private static OffsetInput.Spec specOf(OffsetSpec spec) {
        return switch (spec) {
            case OFFSET_SPEC_EARLIEST -> OffsetInput.Spec.EARLIEST;
            case OFFSET_SPEC_LATEST -> OffsetInput.Spec.LATEST;
            default -> OffsetInput.Spec.TIMESTAMP;
        };
    }

    private void put(int index, ListedOffset.Builder answer) {
        answers.put(index, answer.build());
    }

    /** One partition's look-up. */
    private final class Lookup implements OffsetReply {
        private final int index;
        private final PartitionKey key;
        private final ListedOffset.Builder answer;

        Lookup(int index, PartitionKey key, ListedOffset.Builder answer) {
            this.index = index;
            this.key = key;
            this.answer = answer;
        }

        @Override
        public void found(long offset, long timestampMs, int leaderEpoch) {
            put(index, answer.setOffset(offset).setTimestampMs(timestampMs).setLeaderEpoch(leaderEpoch));
        }

        @Override
        public void rejected(Rejection rejection) {
            ErrorCode error = ErrorCodes.of(rejection.error());
            put(
                    index,
                    answer.setError(error)
                            .setErrorMessage(ErrorCodes.describe(error, false))
                            .setCurrentLeader(topics.leaderOf(key)));
        }
    }
}
