// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A consumer as the protocol wants it. */
final class SimulatedMember {
    private final String name;
    private final SortedSet<String> topics;
    private int lives;
    private int memberEpoch;
    private long seenVersion;
    private long appliedVersion;
    private SortedSet<PartitionKey> told = new TreeSet<>();
    private SortedSet<PartitionKey> owned = new TreeSet<>();

    SimulatedMember(String name, List<String> topics) {
        this.name = name;
        this.topics = new TreeSet<>(topics);
    }

    String memberId() {
        return name + "-" + lives;
    }

    int memberEpoch() {
        return memberEpoch;
    }

    SortedSet<PartitionKey> owned() {
        return owned;
    }

    /** Dies, or is thrown out: its next life is another member. */
    void beginAnew() {
        lives++;
        memberEpoch = 0;
        seenVersion = 0;
        appliedVersion = 0;
        told = new TreeSet<>();
        owned = new TreeSet<>();
    }

    GroupRequest.Heartbeat heartbeat(int waitMs) {
        Member member = new Member("", "", name, topics, 10_000, "", "", ByteString.EMPTY);
        return new GroupRequest.Heartbeat("g", memberId(), memberEpoch, member, seenVersion, appliedVersion, waitMs);
    }

    void onReply(String memberId, GroupReply reply) {
        if (!memberId.equals(memberId())) {
            return;
        }
        if (reply instanceof GroupReply.Assigned assigned && assigned.version() >= seenVersion) {
            memberEpoch = Math.max(memberEpoch, assigned.memberEpoch());
            seenVersion = assigned.version();
            told = assigned.assigned();
        } else if (reply instanceof GroupReply.Failed failed
                && (failed.error() == GroupError.UNKNOWN_MEMBER || failed.error() == GroupError.FENCED_MEMBER_EPOCH)) {
            beginAnew();
        }
    }

    /** Puts what it was told into force. */
    void apply() {
        owned = told;
        appliedVersion = seenVersion;
    }
}
