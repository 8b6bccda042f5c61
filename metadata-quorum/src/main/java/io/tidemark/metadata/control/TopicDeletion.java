// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.v1.ErrorCode;

/** Deletes a topic. Brokers keep its logs for a while and only drop them because of this positive record. */
final class TopicDeletion {
    private TopicDeletion() {}

    static Decision decide(ClusterDraft cluster, DeleteTopic command) {
        if (!cluster.before().topics().containsKey(command.topicId())) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    "there is no topic with id " + command.topicId() + "; it may be deleted already");
        }
        cluster.delete(command.topicId());
        return cluster.done();
    }
}
