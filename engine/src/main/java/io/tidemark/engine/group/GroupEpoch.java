// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

/**
 * A group's epoch.
 *
 * @param groupEpoch grows with every new assignment
 * @param emptySinceMs since when it has no members, milliseconds since 1970-01-01 UTC; {@link #NOT_EMPTY} while it has some
 * @param assignor assignor of the newest assignment
 */
public record GroupEpoch(int groupEpoch, long emptySinceMs, String assignor) {
    /** Of a group with members. */
    public static final long NOT_EMPTY = -1;

    static final GroupEpoch NONE = new GroupEpoch(0, NOT_EMPTY, "");
}
