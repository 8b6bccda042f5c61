// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The open requests of one partition: the core knows them by token, their askers by the reply. Owned by the shard. */
final class ReplyTable {
    private final Map<Long, Reply> byToken = new HashMap<>();
    private final IdentityHashMap<Reply, Long> tokens = new IdentityHashMap<>();
    private long nextToken = 1;

    long open(Reply reply) {
        long token = nextToken++;
        byToken.put(token, reply);
        tokens.put(reply, token);
        return token;
    }

    /** Takes the reply out: it is answered now. Null when the asker is gone. */
    <R extends Reply> @Nullable R take(long token, Class<R> kind) {
        Reply reply = byToken.remove(token);
        if (reply == null) {
            return null;
        }
        tokens.remove(reply);
        return kind.cast(reply);
    }

    /** Forgets a reply whose asker is gone. Null when it was answered already. */
    @Nullable
    Long forget(Reply reply) {
        Long token = tokens.remove(reply);
        if (token != null) {
            byToken.remove(token);
        }
        return token;
    }

    /** Takes all replies out. */
    List<Reply> takeAll() {
        List<Reply> open = new ArrayList<>(byToken.values());
        byToken.clear();
        tokens.clear();
        return open;
    }
}
