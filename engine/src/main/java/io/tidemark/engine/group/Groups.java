// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import org.pcollections.TreePMap;

/**
 * The groups of one partition of the offsets topic at one point of its log. Immutable.
 *
 * @param byId groups by id; one of which nothing is known is not there
 */
public record Groups(TreePMap<String, Group> byId) {
    /** Before the first record. */
    public static final Groups NONE = new Groups(TreePMap.empty());

    /** A group, which may have nothing. */
    Group group(String groupId) {
        Group group = byId.get(groupId);
        return group == null ? Group.nothing(groupId) : group;
    }

    /** The groups after a record. */
    public Groups with(GroupRecord record) {
        return record.groupId().isEmpty() ? this : with(group(record.groupId()).with(record));
    }

    private Groups with(Group changed) {
        return new Groups(changed.isNothing() ? byId.minus(changed.groupId()) : byId.plus(changed.groupId(), changed));
    }
}
