// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import io.tidemark.client.admin.Admin;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;

/** A partition that moves, or has been asked to. */
record Move(String topic, int partition, PartitionRecord record) {
    /** All that are under way. */
    static List<Move> underWay(Admin admin) {
        List<Move> moves = new ArrayList<>();
        for (TopicDescription topic : admin.describeTopics(List.of())) {
            for (PartitionRecord record : topic.getPartitionsList()) {
                if (record.getAddingCount() > 0 || record.getRemovingCount() > 0) {
                    moves.add(new Move(topic.getName(), record.getPartition(), record));
                }
            }
        }
        return moves;
    }

    /** How many of the replicas that come are in sync. */
    long caughtUp() {
        return record.getAddingList().stream()
                .filter(record.getIsrList()::contains)
                .count();
    }
}
