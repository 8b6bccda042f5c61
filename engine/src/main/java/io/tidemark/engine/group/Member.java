// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A member as it describes itself.
 *
 * @param instanceId name that outlives restarts; empty for none
 * @param rack rack; empty for none
 * @param clientId the client's name, for people
 * @param topics names of the topics it reads
 * @param rebalanceTimeoutMs how long it may take to give partitions up, milliseconds
 * @param assignor assignor it asks for; empty for none
 * @param protocolType protocol of a client-side assignor; empty for none
 * @param protocolBytes bytes of a client-side assignor
 */
public record Member(
        String instanceId,
        String rack,
        String clientId,
        SortedSet<String> topics,
        int rebalanceTimeoutMs,
        String assignor,
        String protocolType,
        ByteString protocolBytes) {
    /** Copies the topics. */
    public Member {
        topics = Collections.unmodifiableSortedSet(new TreeSet<>(topics));
    }

    boolean isStatic() {
        return !instanceId.isEmpty();
    }

    /** Whether the change from the other to this calls for a new assignment. */
    boolean changesAssignment(Member before) {
        return !topics.equals(before.topics) || !rack.equals(before.rack) || !assignor.equals(before.assignor);
    }
}
