// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.CoordinatorCalls.Question;
import io.tidemark.client.metadata.AnyNodeCalls;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.CommittedOffset;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchOffsetsRequest;
import io.tidemark.v1.FetchOffsetsResponse;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.OffsetToCommit;
import io.tidemark.v1.PartitionCommit;
import io.tidemark.v1.TopicPartitions;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Commits and reads a group's offsets. Blocking; thread-safe. An attempt to commit that was held up on its way never undoes a
 * later one of the same object.
 */
public final class GroupOffsets {
    private final String groupId;
    private final CoordinatorCalls calls;
    private final AtomicLong attempts = new AtomicLong();
    /** Orders attempts of one who is no member; a member's are ordered by its member id. */
    private final String committerId = UUID.randomUUID().toString();

    /** Offsets of a group. */
    public GroupOffsets(String groupId, CoordinatorCalls calls) {
        this.groupId = groupId;
        this.calls = calls;
    }

    /**
     * Who commits.
     *
     * @param memberId member id; empty for one who is no member
     * @param memberEpoch member epoch
     */
    public record Committer(String memberId, int memberEpoch) {
        /** Not a member: the group must have none. */
        public static final Committer NO_MEMBER = new Committer("", 0);
    }

    /**
     * Commits offsets, all or with an exception that names the first that was refused. Its outcome is {@link Outcome#UNKNOWN}
     * when others were committed, or when an earlier attempt may have been carried out before this one was refused.
     *
     * @param committer asked at each attempt
     */
    public void commit(Map<TopicPartition, OffsetAndMetadata> offsets, Supplier<Committer> committer, long timeoutMs) {
        if (offsets.isEmpty()) {
            return;
        }
        String what = "commit offsets of group " + groupId;
        AnyNodeCalls.Answer<CommitOffsetsResponse> told = calls.ask(
                new Question<>(
                        what,
                        GroupServiceGrpc.getCommitOffsetsMethod(),
                        leaderEpoch -> request(offsets, committer.get(), leaderEpoch),
                        CommitOffsetsResponse::getError,
                        CommitOffsetsResponse::getCoordinator),
                timeoutMs);
        CommitOffsetsResponse answer = told.value();
        boolean isNoneCommitted = !told.isRepetition()
                && answer.getPartitionsList().stream()
                        .noneMatch(each -> each.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED);
        Outcome ifRefused = isNoneCommitted ? Outcome.NOT_WRITTEN : Outcome.UNKNOWN;
        check(what, answer.getError(), answer.getErrorMessage(), ifRefused);
        for (PartitionCommit each : answer.getPartitionsList()) {
            check(
                    what + " for " + each.getTopic() + "-" + each.getPartition(),
                    each.getError(),
                    each.getErrorMessage(),
                    ifRefused);
        }
    }

    private CommitOffsetsRequest request(
            Map<TopicPartition, OffsetAndMetadata> offsets, Committer committer, int leaderEpoch) {
        CommitOffsetsRequest.Builder request = CommitOffsetsRequest.newBuilder()
                .setGroupId(groupId)
                .setMemberId(committer.memberId())
                .setMemberEpoch(committer.memberEpoch())
                .setCommitterId(committerId)
                .setSequence(attempts.incrementAndGet())
                .setCoordinatorEpoch(leaderEpoch);
        offsets.forEach((partition, offset) -> {
            OffsetToCommit.Builder wire = OffsetToCommit.newBuilder()
                    .setTopic(partition.topic())
                    .setPartition(partition.partition())
                    .setOffset(offset.offset())
                    .setMetadata(offset.metadata());
            offset.leaderEpoch().ifPresent(wire::setLeaderEpoch);
            request.addOffsets(wire);
        });
        return request.build();
    }

    /** Committed offsets; a partition without one is left out. */
    public Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions, long timeoutMs) {
        Map<TopicPartition, OffsetAndMetadata> found = new LinkedHashMap<>();
        if (partitions.isEmpty()) {
            return found;
        }
        Map<String, TopicPartitions.Builder> byTopic = new TreeMap<>();
        partitions.forEach(partition -> byTopic.computeIfAbsent(
                        partition.topic(), topic -> TopicPartitions.newBuilder().setTopic(topic))
                .addPartitions(partition.partition()));
        FetchOffsetsRequest.Builder request = FetchOffsetsRequest.newBuilder().setGroupId(groupId);
        byTopic.values().forEach(request::addTopics);
        String what = "read the committed offsets of group " + groupId;
        FetchOffsetsResponse answer = calls.ask(
                        new Question<>(
                                what,
                                GroupServiceGrpc.getFetchOffsetsMethod(),
                                leaderEpoch -> request.build(),
                                FetchOffsetsResponse::getError,
                                FetchOffsetsResponse::getCoordinator),
                        timeoutMs)
                .value();
        check(what, answer.getError(), answer.getErrorMessage(), Outcome.NOT_WRITTEN);
        for (CommittedOffset offset : answer.getOffsetsList()) {
            // A partition that the coordinator cannot name may have an offset: going on without it would skip records.
            check(what + " for " + offset.getTopic(), offset.getError(), "", Outcome.NOT_WRITTEN);
            if (offset.getOffset() >= 0) {
                OptionalInt leaderEpoch =
                        offset.hasLeaderEpoch() ? OptionalInt.of(offset.getLeaderEpoch()) : OptionalInt.empty();
                found.put(
                        new TopicPartition(offset.getTopic(), offset.getPartition()),
                        new OffsetAndMetadata(offset.getOffset(), leaderEpoch, offset.getMetadata()));
            }
        }
        return found;
    }

    private static void check(String what, ErrorCode error, String message, Outcome outcome) {
        if (error != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            String reason = message.isEmpty() ? error.name() : message;
            throw new TidemarkException(error, what + ": " + reason, outcome);
        }
    }
}
