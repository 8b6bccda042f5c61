// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effect;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The fetchers of this node, one per leader broker. Running it sends what they gathered. Thread-safe. */
public final class ReplicaFetchers implements Runnable {
    private final Map<Integer, ReplicaFetcher> byLeader = new ConcurrentHashMap<>();
    private final Map<PartitionKey, Integer> leaders = new ConcurrentHashMap<>();
    private final Parts parts;
    private final AddedReplicasThrottle throttle;

    /** Without a stream; streams open with the first fetch. */
    public ReplicaFetchers(int brokerId, Parts parts) {
        this.parts = parts;
        this.throttle = new AddedReplicasThrottle(brokerId, parts.image());
    }

    /**
     * What fetchers work with.
     *
     * @param sender opens streams to leaders
     * @param image the node's image as of now
     * @param shards where answers go
     * @param clock time, for limits on what is taken in
     */
    public record Parts(ReplicaFetchSender sender, Supplier<ClusterImage> image, Shards shards, Clock clock) {}

    void fetch(PartitionKey key, Effect.SendFetch fetch) {
        Integer before = leaders.put(key, fetch.leader());
        if (before != null && before != fetch.leader()) {
            fetcher(before).drop(key);
        }
        fetcher(fetch.leader()).add(key, fetch);
    }

    void drop(PartitionKey key) {
        Integer leader = leaders.remove(key);
        if (leader != null) {
            fetcher(leader).drop(key);
        }
    }

    @Override
    public void run() {
        byLeader.values().forEach(ReplicaFetcher::flush);
    }

    /** Ends every stream. */
    public void close() {
        byLeader.values().forEach(ReplicaFetcher::close);
    }

    private ReplicaFetcher fetcher(int leader) {
        return byLeader.computeIfAbsent(leader, id -> new ReplicaFetcher(id, parts, throttle));
    }
}
