// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.runtime.ProduceReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceResponse;
import java.util.function.Consumer;

/** One write under way: turns its outcome into the response. */
final class ProduceCall implements ProduceReply {
    private final PartitionKey key;
    private final TopicResolver topics;
    private final EngineMetrics metrics;
    private final Consumer<ProduceResponse> answer;
    private final long startNs = System.nanoTime();

    ProduceCall(PartitionKey key, TopicResolver topics, EngineMetrics metrics, Consumer<ProduceResponse> answer) {
        this.key = key;
        this.topics = topics;
        this.metrics = metrics;
        this.answer = answer;
    }

    @Override
    public void completed(Effect.CompleteProduce result) {
        finish(ProduceResponse.newBuilder()
                .setBaseOffset(result.baseOffset())
                .setLogStartOffset(result.logStartOffset())
                .setReplicaCount(result.replicaCount())
                .setFlushed(result.flushed())
                .setDuplicate(result.duplicate())
                .build());
    }

    @Override
    public void rejected(Rejection rejection) {
        ErrorCode error = ErrorCodes.of(rejection.error());
        finish(ProduceResponse.newBuilder()
                .setError(error)
                .setErrorMessage(ErrorCodes.describe(error, rejection.appended()))
                .setBaseOffset(-1)
                .setLogStartOffset(rejection.logStartOffset())
                .setAppended(rejection.appended())
                .setCurrentLeader(topics.leaderOf(key))
                .build());
    }

    /** Refused before it reached the partition. */
    static ProduceResponse refused(ErrorCode error, String message) {
        return ProduceResponse.newBuilder()
                .setError(error)
                .setErrorMessage(message)
                .setBaseOffset(-1)
                .setLogStartOffset(-1)
                .build();
    }

    private void finish(ProduceResponse response) {
        metrics.produceAnswered(System.nanoTime() - startNs);
        answer.accept(response);
    }
}
