// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.group.CommittedOffset;
import io.tidemark.engine.group.GroupError;
import io.tidemark.engine.group.GroupReply;
import io.tidemark.engine.group.GroupRequest;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.OffsetToCommit;
import io.tidemark.v1.PartitionCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One commit of offsets: sorts out what cannot be committed, and puts the outcomes together. */
final class OffsetCommitCall {
    private static final int METADATA_MAX_CHARS = 4_096;

    private final CommitOffsetsRequest request;
    private final List<Wanted> wanted = new ArrayList<>();

    /** One offset to commit; without a key it is refused. */
    private record Wanted(OffsetToCommit offset, @Nullable PartitionKey key, ErrorCode error, String message) {}

    OffsetCommitCall(CommitOffsetsRequest request, TopicResolver topics) {
        this.request = request;
        request.getOffsetsList().forEach(offset -> wanted.add(check(offset, topics)));
    }

    private static Wanted check(OffsetToCommit offset, TopicResolver topics) {
        if (offset.getOffset() < 0) {
            return refused(offset, "an offset is not negative");
        }
        if (offset.getMetadata().length() > METADATA_MAX_CHARS) {
            return refused(offset, "metadata has at most " + METADATA_MAX_CHARS + " characters");
        }
        TopicResolver.Resolved target = topics.resolve(offset.getTopic(), offset.getTopicId(), offset.getPartition());
        return new Wanted(offset, target.key(), target.error(), target.message());
    }

    private static Wanted refused(OffsetToCommit offset, String message) {
        return new Wanted(offset, null, ErrorCode.ERROR_CODE_INVALID_REQUEST, message);
    }

    GroupRequest.Commit toRequest(long wallMs) {
        SortedMap<PartitionKey, CommittedOffset> offsets = new TreeMap<>();
        for (Wanted each : wanted) {
            if (each.key != null) {
                OffsetToCommit offset = each.offset;
                int leaderEpoch = offset.hasLeaderEpoch() ? offset.getLeaderEpoch() : -1;
                offsets.put(
                        each.key, new CommittedOffset(offset.getOffset(), leaderEpoch, offset.getMetadata(), wallMs));
            }
        }
        return new GroupRequest.Commit(
                request.getGroupId(),
                request.getMemberId(),
                request.getCommitterId(),
                request.getMemberEpoch(),
                Math.max(0, request.getSequence()),
                request.hasCoordinatorEpoch() ? OptionalInt.of(request.getCoordinatorEpoch()) : OptionalInt.empty(),
                offsets);
    }

    CommitOffsetsResponse answer(GroupReply reply, LeaderHint coordinator) {
        CommitOffsetsResponse.Builder response =
                CommitOffsetsResponse.newBuilder().setCoordinator(coordinator);
        if (!(reply instanceof GroupReply.PerPartition done)) {
            GroupWire.Outcome outcome = GroupWire.outcome(reply);
            return response.setError(outcome.error())
                    .setErrorMessage(outcome.message())
                    .build();
        }
        for (Wanted each : wanted) {
            GroupError error = each.key == null ? null : done.errors().getOrDefault(each.key, GroupError.NONE);
            response.addPartitions(PartitionCommit.newBuilder()
                    .setTopic(each.offset.getTopic())
                    .setPartition(each.offset.getPartition())
                    .setError(error == null ? each.error : GroupWire.code(error))
                    .setErrorMessage(error == null ? each.message : GroupWire.describe(error)));
        }
        return response.build();
    }
}
