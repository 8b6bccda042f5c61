// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.Pause;
import io.tidemark.v1.DeleteRecordsPartition;
import io.tidemark.v1.DeleteRecordsRequest;
import io.tidemark.v1.DeletedRecords;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceServiceGrpc;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes records at the leaders, one partition after the other, asking again while leaders change. Deleting below an offset
 * twice is the same as once, so every attempt may be repeated.
 */
final class RecordDeletion {
    private static final int PAUSE_MS = 25;

    private final ClusterMetadata metadata;
    private final Connections connections;
    private String lastProblem = "no leader is known";

    RecordDeletion(ClusterMetadata metadata, Connections connections) {
        this.metadata = metadata;
        this.connections = connections;
    }

    Map<TopicPartition, Long> delete(Map<TopicPartition, Long> beforeOffsets, long timeoutMs) {
        long deadlineMs = MonotonicClock.nowMs() + timeoutMs;
        Map<TopicPartition, Long> starts = new LinkedHashMap<>();
        beforeOffsets.forEach((partition, offset) -> {
            metadata.awaitTopic(partition.topic(), timeoutMs);
            starts.put(partition, delete(partition, offset, deadlineMs));
        });
        return starts;
    }

    private long delete(TopicPartition partition, long beforeOffset, long deadlineMs) {
        while (true) {
            long leftMs = deadlineMs - MonotonicClock.nowMs();
            if (leftMs <= 0) {
                throw new TidemarkException(
                        ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT,
                        what(partition) + ": not done in time: " + lastProblem,
                        Outcome.UNKNOWN);
            }
            DeletedRecords answer = ask(partition, beforeOffset, leftMs);
            if (answer != null && answer.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                return answer.getLogStartOffset();
            }
            if (answer != null && !isWorthAnotherTry(answer.getError())) {
                throw new TidemarkException(
                        answer.getError(), what(partition) + ": " + reason(answer), outcomeOf(answer.getError()));
            }
            metadata.requestUpdate(partition.topic());
            new Pause(what(partition)).between(PAUSE_MS, deadlineMs);
        }
    }

    /** An answer of the leader; null when it could not be asked. */
    private @Nullable DeletedRecords ask(TopicPartition partition, long beforeOffset, long leftMs) {
        LeaderView leader = metadata.view().leader(partition);
        NodeAddress node = leader == null ? null : leader.address();
        if (leader == null) {
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    "there is no partition " + partition,
                    Outcome.NOT_WRITTEN);
        }
        if (node == null) {
            return null;
        }
        DeleteRecordsRequest request = DeleteRecordsRequest.newBuilder()
                .setTimeoutMs((int) Math.min(leftMs, 300_000))
                .addPartitions(DeleteRecordsPartition.newBuilder()
                        .setTopic(partition.topic())
                        .setPartition(partition.partition())
                        .setBeforeOffset(beforeOffset))
                .build();
        try {
            DeletedRecords answer = connections
                    .ask(node, ProduceServiceGrpc.getDeleteRecordsMethod(), request, leftMs, new Pause(what(partition)))
                    .getPartitions(0);
            if (answer.hasCurrentLeader()) {
                metadata.onHint(partition, answer.getCurrentLeader());
            }
            lastProblem = reason(answer);
            return answer;
        } catch (ExecutionException e) {
            lastProblem = node + " " + CallFault.of(e).message();
            return null;
        }
    }

    private static String reason(DeletedRecords answer) {
        return answer.getErrorMessage().isEmpty() ? AdminErrors.describe(answer.getError()) : answer.getErrorMessage();
    }

    /** A leader that ran out of time has raised its log start already and waits for the followers. */
    private static Outcome outcomeOf(ErrorCode error) {
        return error == ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN;
    }

    private static boolean isWorthAnotherTry(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_NOT_LEADER_OR_FOLLOWER,
                    ERROR_CODE_FENCED_LEADER_EPOCH,
                    ERROR_CODE_UNKNOWN_LEADER_EPOCH,
                    ERROR_CODE_LEADER_NOT_AVAILABLE,
                    ERROR_CODE_OVERLOADED -> true;
            default -> false;
        };
    }

    private static String what(TopicPartition partition) {
        return "delete records of " + partition;
    }
}
