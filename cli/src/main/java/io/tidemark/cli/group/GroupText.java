// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import io.tidemark.client.TopicPartition;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.GroupMember;
import io.tidemark.v1.GroupState;
import io.tidemark.v1.TopicPartitions;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Groups in words. */
final class GroupText {
    private static final String PREFIX = "GROUP_STATE_";

    private GroupText() {}

    static String state(GroupState state) {
        return state.name().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
    }

    static String seconds(OptionalLong ms) {
        return ms.isEmpty() ? "?" : String.format(Locale.ROOT, "%.1f", ms.getAsLong() / 1000.0);
    }

    /** The member that reads each partition, by the partition's name. */
    static Map<String, GroupMember> readers(DescribeGroupResponse group) {
        Map<String, GroupMember> readers = new TreeMap<>();
        for (GroupMember member : group.getMembersList()) {
            for (TopicPartitions topic : member.getAssignmentList()) {
                topic.getPartitionsList()
                        .forEach(partition ->
                                readers.put(new TopicPartition(topic.getTopic(), partition).toString(), member));
            }
        }
        return readers;
    }

    static String name(GroupMember member) {
        if (!member.getInstanceId().isEmpty()) {
            return member.getInstanceId();
        }
        return member.getClientId().isEmpty() ? member.getMemberId() : member.getClientId();
    }
}
