// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.group.GroupError;
import io.tidemark.engine.group.GroupReply;
import io.tidemark.engine.group.GroupRequest;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.DeleteOffsetsRequest;
import io.tidemark.v1.DeleteOffsetsResponse;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.PartitionCommit;
import io.tidemark.v1.TopicPartitions;
import java.util.ArrayList;
import java.util.List;

/** One deletion of committed offsets. */
final class OffsetDeleteCall {
    private final DeleteOffsetsRequest request;
    private final List<Wanted> wanted = new ArrayList<>();

    private record Wanted(String topic, int partition, TopicResolver.Resolved target) {}

    OffsetDeleteCall(DeleteOffsetsRequest request, TopicResolver topics) {
        this.request = request;
        for (TopicPartitions topic : request.getTopicsList()) {
            for (int partition : topic.getPartitionsList()) {
                wanted.add(new Wanted(
                        topic.getTopic(), partition, topics.resolve(topic.getTopic(), topic.getTopicId(), partition)));
            }
        }
    }

    GroupRequest.DeleteOffsets toRequest() {
        List<PartitionKey> keys = new ArrayList<>();
        for (Wanted each : wanted) {
            PartitionKey key = each.target.key();
            if (key != null) {
                keys.add(key);
            }
        }
        return new GroupRequest.DeleteOffsets(request.getGroupId(), keys);
    }

    DeleteOffsetsResponse answer(GroupReply reply, LeaderHint coordinator) {
        DeleteOffsetsResponse.Builder response =
                DeleteOffsetsResponse.newBuilder().setCoordinator(coordinator);
        if (!(reply instanceof GroupReply.PerPartition done)) {
            GroupWire.Outcome outcome = GroupWire.outcome(reply);
            return response.setError(outcome.error())
                    .setErrorMessage(outcome.message())
                    .build();
        }
        for (Wanted each : wanted) {
            PartitionKey key = each.target.key();
            GroupError error = key == null ? null : done.errors().getOrDefault(key, GroupError.NONE);
            response.addPartitions(PartitionCommit.newBuilder()
                    .setTopic(each.topic)
                    .setPartition(each.partition)
                    .setError(error == null ? each.target.error() : GroupWire.code(error))
                    .setErrorMessage(error == null ? each.target.message() : GroupWire.describe(error)));
        }
        return response.build();
    }
}
