// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogStore.StoredLog;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The logs of a store that hold files and mappings, and how many may. Each one above that asks for the least recently used
 * to rest, which its owner thread does a little later. Thread-safe.
 */
final class AwakeLogs {
    private final int most;
    private final Set<ChronicleLog> awake = new HashSet<>();
    private final Set<ChronicleLog> asked = new HashSet<>();
    private volatile long now;
    private volatile Consumer<StoredLog> restWanted = log -> {};

    /** @param most how many logs may hold files; at least 1 */
    AwakeLogs(int most) {
        this.most = most;
    }

    /** Who passes on to a log's owner that it is to rest. */
    void onRestWanted(Consumer<StoredLog> listener) {
        restWanted = listener;
    }

    /** A time for uses: it moves on with each log that wakes, since only then their order matters. */
    long now() {
        return now;
    }

    /** A log takes files again. */
    void add(ChronicleLog log) {
        ChronicleLog longestUnused = admit(log);
        if (longestUnused != null) {
            restWanted.accept(longestUnused.stored());
        }
    }

    private synchronized @Nullable ChronicleLog admit(ChronicleLog log) {
        now++;
        awake.add(log);
        if (awake.size() - asked.size() <= most) {
            return null;
        }
        ChronicleLog longestUnused = null;
        for (ChronicleLog each : awake) {
            if (each != log
                    && !asked.contains(each)
                    && (longestUnused == null || each.lastUse() < longestUnused.lastUse())) {
                longestUnused = each;
            }
        }
        if (longestUnused != null) {
            asked.add(longestUnused);
        }
        return longestUnused;
    }

    /** A log lets go of its files. */
    synchronized void remove(ChronicleLog log) {
        awake.remove(log);
        asked.remove(log);
    }

    /** How many logs hold files. */
    synchronized int count() {
        return awake.size();
    }
}
