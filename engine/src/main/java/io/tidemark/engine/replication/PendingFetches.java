// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Fetches that wait for news: at most one per follower, any number of consumers in order of arrival. */
final class PendingFetches {
    private final Map<Integer, FetchInput.Follower> followers = new TreeMap<>();
    private final List<FetchInput.Consumer> consumers = new ArrayList<>();

    int size() {
        return followers.size() + consumers.size();
    }

    void park(FetchInput.Follower fetch) {
        followers.put(fetch.replica().brokerId(), fetch);
    }

    void park(FetchInput.Consumer fetch) {
        consumers.add(fetch);
    }

    /** Takes out the fetch that a follower has parked; null when there is none. */
    FetchInput.@Nullable Follower takeOf(int replica) {
        return followers.remove(replica);
    }

    void takeFollowers(Predicate<FetchInput.Follower> condition, Consumer<FetchInput.Follower> receiver) {
        take(followers.values().iterator(), condition, receiver);
    }

    void takeConsumers(Predicate<FetchInput.Consumer> condition, Consumer<FetchInput.Consumer> receiver) {
        if (!consumers.isEmpty()) {
            take(consumers.iterator(), condition, receiver);
        }
    }

    /** Forgets the fetch of an asker that is gone. */
    void cancel(long replyToken) {
        takeFollowers(fetch -> fetch.replyToken() == replyToken, fetch -> {});
        takeConsumers(fetch -> fetch.replyToken() == replyToken, fetch -> {});
    }

    private static <F> void take(Iterator<F> all, Predicate<F> condition, Consumer<F> receiver) {
        while (all.hasNext()) {
            F fetch = all.next();
            if (condition.test(fetch)) {
                all.remove();
                receiver.accept(fetch);
            }
        }
    }
}
