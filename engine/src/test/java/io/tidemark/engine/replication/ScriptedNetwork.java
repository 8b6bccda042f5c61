// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fetches and replies on their way, delivered, dropped and repeated by hand. */
final class ScriptedNetwork {
    /** A fetch that left a follower. */
    record Fetch(int follower, long brokerEpoch, Effect.SendFetch sent) {}

    /** A reply that left a leader. */
    record Reply(int follower, FetchReply reply) {}

    final List<Fetch> fetches = new ArrayList<>();
    final List<Reply> replies = new ArrayList<>();

    @Nullable
    Fetch takeFetchOf(int follower) {
        for (Fetch fetch : fetches) {
            if (fetch.follower() == follower) {
                fetches.remove(fetch);
                return fetch;
            }
        }
        return null;
    }

    /** Lets the newest fetch of a follower overtake its older ones. */
    void overtake(int follower) {
        for (int i = fetches.size() - 1; i >= 0; i--) {
            if (fetches.get(i).follower() == follower) {
                fetches.add(0, fetches.remove(i));
                return;
            }
        }
    }

    @Nullable
    Reply takeReplyTo(int follower) {
        for (Reply reply : replies) {
            if (reply.follower() == follower) {
                replies.remove(reply);
                return reply;
            }
        }
        return null;
    }
}
