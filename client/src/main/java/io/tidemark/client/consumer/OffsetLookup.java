// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.grpc.ManagedChannel;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.ClusterView;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.Lane;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.Pause;
import io.tidemark.client.metadata.UnaryCall;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.ListOffsetsPartition;
import io.tidemark.v1.ListOffsetsRequest;
import io.tidemark.v1.ListOffsetsResponse;
import io.tidemark.v1.ListedOffset;
import io.tidemark.v1.OffsetSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Looks up offsets at the leaders, again until each partition has its answer or the time is up. One thread. */
final class OffsetLookup {
    private static final int ATTEMPT_TIMEOUT_MS = 1_000;
    private static final int PAUSE_MS = 25;
    private static final Pause PAUSE = new Pause("the lookup of offsets", Outcome.NOT_WRITTEN);

    private final ClusterMetadata metadata;
    private final Connections connections;
    private String lastProblem = "no leader is known";

    OffsetLookup(ClusterMetadata metadata, Connections connections) {
        this.metadata = metadata;
        this.connections = connections;
    }

    /** Which offset: one of the specs, and the time for {@link OffsetSpec#OFFSET_SPEC_TIMESTAMP}. */
    record Wanted(OffsetSpec spec, long timestampMs) {
        static final Wanted EARLIEST = new Wanted(OffsetSpec.OFFSET_SPEC_EARLIEST, 0);
        static final Wanted LATEST = new Wanted(OffsetSpec.OFFSET_SPEC_LATEST, 0);
    }

    private record Attempt(
            NodeAddress node,
            ManagedChannel channel,
            List<TopicPartition> partitions,
            CompletableFuture<ListOffsetsResponse> answer) {}

    /**
     * The offsets of all; -1 where no record is at or after the time.
     *
     * @throws TidemarkException when one cannot be had in time
     */
    Map<TopicPartition, Long> lookUpAll(Collection<TopicPartition> partitions, Wanted wanted, long timeoutMs) {
        Map<TopicPartition, Wanted> asked = new LinkedHashMap<>();
        partitions.forEach(partition -> asked.put(partition, wanted));
        Map<TopicPartition, Long> found = lookUp(asked, MonotonicClock.nowMs() + timeoutMs);
        for (TopicPartition partition : partitions) {
            if (!found.containsKey(partition)) {
                throw new TidemarkException(
                        ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT,
                        "the offset of " + partition + " could not be had within " + timeoutMs + " ms: " + lastProblem,
                        Outcome.NOT_WRITTEN);
            }
        }
        return found;
    }

    /**
     * The offsets that can be had until the deadline.
     *
     * @throws TidemarkException when a partition does not exist
     */
    Map<TopicPartition, Long> lookUp(Map<TopicPartition, Wanted> wanted, long deadlineMs) {
        Map<TopicPartition, Wanted> missing = new LinkedHashMap<>(wanted);
        Map<TopicPartition, Long> found = new LinkedHashMap<>();
        while (!missing.isEmpty()) {
            long leftMs = deadlineMs - MonotonicClock.nowMs();
            for (Attempt attempt : start(missing, Math.max(1, Math.min(leftMs, ATTEMPT_TIMEOUT_MS)))) {
                finish(attempt, found);
            }
            missing.keySet().removeAll(found.keySet());
            if (missing.isEmpty() || MonotonicClock.nowMs() >= deadlineMs) {
                break;
            }
            PAUSE.between(PAUSE_MS, deadlineMs);
        }
        return found;
    }

    private List<Attempt> start(Map<TopicPartition, Wanted> missing, long timeoutMs) {
        Map<NodeAddress, List<TopicPartition>> byLeader = new LinkedHashMap<>();
        for (TopicPartition partition : missing.keySet()) {
            LeaderView leader = knownLeader(partition);
            if (leader != null && leader.address() != null) {
                byLeader.computeIfAbsent(leader.address(), node -> new ArrayList<>())
                        .add(partition);
            } else {
                metadata.requestUpdate(partition.topic());
            }
        }
        List<Attempt> attempts = new ArrayList<>();
        byLeader.forEach((node, partitions) -> {
            ListOffsetsRequest.Builder request = ListOffsetsRequest.newBuilder();
            partitions.forEach(partition -> request.addPartitions(question(partition, missing.get(partition))));
            ManagedChannel channel = connections.channel(node, Lane.CONTROL);
            attempts.add(new Attempt(
                    node,
                    channel,
                    partitions,
                    UnaryCall.start(channel, FetchServiceGrpc.getListOffsetsMethod(), request.build(), timeoutMs)));
        });
        return attempts;
    }

    private @Nullable LeaderView knownLeader(TopicPartition partition) {
        ClusterView view = metadata.view();
        if (view.topic(partition.topic()) == null && metadata.isGone(partition.topic())) {
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    "topic " + partition.topic() + " does not exist: create it first, or check its name",
                    Outcome.NOT_WRITTEN);
        }
        return view.leader(partition);
    }

    private ListOffsetsPartition question(TopicPartition partition, @Nullable Wanted wanted) {
        Wanted which = wanted == null ? Wanted.LATEST : wanted;
        ListOffsetsPartition.Builder question = ListOffsetsPartition.newBuilder()
                .setTopic(partition.topic())
                .setPartition(partition.partition())
                .setSpec(which.spec())
                .setTimestampMs(which.timestampMs());
        LeaderView leader = metadata.view().leader(partition);
        if (leader != null) {
            question.setCurrentLeaderEpoch(leader.leaderEpoch());
        }
        return question.build();
    }

    private void finish(Attempt attempt, Map<TopicPartition, Long> found) {
        try {
            List<ListedOffset> answers = attempt.answer().get().getPartitionsList();
            for (int i = 0; i < Math.min(answers.size(), attempt.partitions().size()); i++) {
                onAnswer(attempt.partitions().get(i), answers.get(i), found);
            }
        } catch (ExecutionException e) {
            CallFault fault = CallFault.of(e);
            lastProblem = attempt.node() + " " + fault.message();
            if (fault.isConnectionFault()) {
                connections.drop(attempt.node(), Lane.CONTROL, attempt.channel());
            }
            attempt.partitions().forEach(partition -> metadata.requestUpdate(partition.topic()));
        } catch (InterruptedException e) {
            throw PAUSE.interrupted();
        }
    }

    private void onAnswer(TopicPartition partition, ListedOffset answer, Map<TopicPartition, Long> found) {
        if (answer.hasCurrentLeader()) {
            metadata.onHint(partition, answer.getCurrentLeader());
        }
        FetchVerdict verdict = FetchVerdict.of(answer.getError());
        if (verdict == FetchVerdict.GOOD) {
            found.put(partition, answer.getOffset());
            return;
        }
        lastProblem = answer.getErrorMessage().isEmpty() ? answer.getError().name() : answer.getErrorMessage();
        if (verdict == FetchVerdict.FINAL) {
            throw new TidemarkException(answer.getError(), partition + ": " + lastProblem, Outcome.NOT_WRITTEN);
        }
        if (verdict != FetchVerdict.LATER) {
            metadata.requestUpdate(partition.topic());
        }
    }
}
