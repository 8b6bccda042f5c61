// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches from one leader broker: gathers what its partitions want into one message of one stream, and brings each answer
 * to the partition's shard. A broken stream fails every open fetch at once; the next fetch opens a new one. Thread-safe.
 */
final class ReplicaFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaFetcher.class);

    private static final long HELD_LOOK_MS = 500;

    private final int leader;
    private final ReplicaFetchSender sender;
    private final Supplier<ClusterImage> image;
    private final Shards shards;
    private final AddedReplicasThrottle throttle;
    private final Clock clock;
    private final Map<PartitionKey, Effect.SendFetch> unsent = new LinkedHashMap<>();
    private final Map<PartitionKey, Long> open = new LinkedHashMap<>();
    /** When those that are held back are looked at again. */
    private final Map<PartitionKey, Long> lookAtMs = new HashMap<>();

    private @Nullable Connection connection;
    private boolean reachable = true;

    ReplicaFetcher(int leader, ReplicaFetchers.Parts parts, AddedReplicasThrottle throttle) {
        this.leader = leader;
        this.sender = parts.sender();
        this.image = parts.image();
        this.shards = parts.shards();
        this.clock = parts.clock();
        this.throttle = throttle;
    }

    synchronized void add(PartitionKey key, Effect.SendFetch fetch) {
        unsent.put(key, fetch);
    }

    /** Forgets the partition; a late answer is dropped. */
    synchronized void drop(PartitionKey key) {
        unsent.remove(key);
        lookAtMs.remove(key);
        open.remove(key);
    }

    /** Sends what was gathered, but for what the limit of a move holds back; that is looked at again when it may go. */
    synchronized void flush() {
        if (unsent.isEmpty()) {
            return;
        }
        long nowMs = clock.monotonicMs();
        List<PartitionFetch> fetches = new ArrayList<>();
        Iterator<Map.Entry<PartitionKey, Effect.SendFetch>> gathered =
                unsent.entrySet().iterator();
        while (gathered.hasNext()) {
            Map.Entry<PartitionKey, Effect.SendFetch> next = gathered.next();
            PartitionKey key = next.getKey();
            long waitMs = throttle.waitMs(key, nowMs);
            if (waitMs > 0) {
                lookAgain(key, nowMs + Math.min(waitMs, HELD_LOOK_MS), nowMs);
                continue;
            }
            lookAtMs.remove(key);
            fetches.add(new PartitionFetch(key, next.getValue()));
            open.put(key, next.getValue().fetchId());
            gathered.remove();
        }
        if (fetches.isEmpty()) {
            return;
        }
        ReplicaFetchSender.Stream stream = stream();
        if (stream == null) {
            failOpen();
        } else {
            stream.send(fetches);
        }
    }

    /** The limit may end any time, with its move, so the wait is never long. */
    private void lookAgain(PartitionKey key, long dueMs, long nowMs) {
        Long known = lookAtMs.get(key);
        if (known == null || known <= nowMs) {
            lookAtMs.put(key, dueMs);
            shards.shardFor(key).deliver(key, (host, now) -> host.flushFetchesAt(dueMs));
        }
    }

    synchronized void close() {
        Connection current = connection;
        connection = null;
        unsent.clear();
        lookAtMs.clear();
        open.clear();
        if (current != null && current.stream != null) {
            current.stream.close();
        }
    }

    private ReplicaFetchSender.@Nullable Stream stream() {
        if (connection == null) {
            BrokerImage broker = image.get().brokers().get(leader);
            if (broker == null) {
                return null;
            }
            Connection fresh = new Connection(broker.endpoint());
            connection = fresh;
            fresh.stream = sender.open(leader, broker.endpoint(), fresh);
        }
        return connection == null ? null : connection.stream;
    }

    private void failOpen() {
        open.forEach(this::deliverFailure);
        open.clear();
    }

    private void deliverFailure(PartitionKey key, long fetchId) {
        shards.shardFor(key)
                .deliver(key, (host, nowMs) -> host.accept((r, now, out) -> r.onFetchFailed(fetchId, now, out), nowMs));
    }

    private synchronized void replied(Connection from, PartitionKey key, FetchReply reply) {
        if (!isAwaited(from, key, reply.fetchId())) {
            return;
        }
        open.remove(key);
        throttle.onTaken(key, reply.batches().remaining(), clock.monotonicMs());
        if (!reachable) {
            reachable = true;
            LOG.info("Fetching from broker {} again", leader);
        }
        String fault = FetchedBatches.faultOf(reply.batches());
        if (fault != null) {
            LOG.warn("Broker {} answered {} with {}", leader, key, fault);
            deliverFailure(key, reply.fetchId());
            return;
        }
        shards.shardFor(key)
                .deliver(key, (host, nowMs) -> host.accept((r, now, out) -> r.onFetchReply(reply, now, out), nowMs));
    }

    /** Answers of an earlier stream, or to a fetch that was replaced, are dropped here already (guard G20). */
    private boolean isAwaited(Connection from, PartitionKey key, long fetchId) {
        Long awaited = open.get(key);
        return from == connection && awaited != null && awaited == fetchId;
    }

    private synchronized void broken(Connection which, String reason) {
        if (which != connection) {
            return;
        }
        connection = null;
        if (reachable) {
            reachable = false;
            LOG.info("Stream to broker {} at {} broke: {}", leader, which.endpoint, reason);
        }
        failOpen();
    }

    /** One life of the stream. */
    private final class Connection implements ReplicaFetchSender.Listener {
        private final Endpoint endpoint;
        private ReplicaFetchSender.@Nullable Stream stream;

        Connection(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public void onReply(PartitionKey key, FetchReply reply) {
            replied(this, key, reply);
        }

        @Override
        public void onBroken(String reason) {
            broken(this, reason);
        }
    }
}
