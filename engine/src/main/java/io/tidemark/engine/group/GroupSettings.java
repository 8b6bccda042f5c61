// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

/**
 * Settings of coordinators.
 *
 * @param sessionTimeoutMs a member is out when nothing was heard of it for so long, milliseconds
 * @param heartbeatIntervalMs time between heartbeats, and the longest that one waits for news, milliseconds
 * @param offsetsRetentionMs how long offsets of a group without members are kept, milliseconds
 * @param maxMembers most members of a group
 * @param maxBatchBytes bound of what is written at once, bytes
 */
public record GroupSettings(
        int sessionTimeoutMs, int heartbeatIntervalMs, long offsetsRetentionMs, int maxMembers, int maxBatchBytes) {
    /** Checks that a member that waits for news is not out meanwhile. */
    public GroupSettings {
        if (heartbeatIntervalMs >= sessionTimeoutMs) {
            throw new IllegalArgumentException("a session of " + sessionTimeoutMs
                    + " ms must be longer than the heartbeat interval of " + heartbeatIntervalMs + " ms");
        }
    }
}
