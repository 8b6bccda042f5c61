// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.ManagedChannel;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.ReplicaFetchSender;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ReplicaServiceGrpc;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries this broker's fetches: a channel for each leader, apart from everything else the node says. A new stream connects
 * at once, whatever pause the channel had in mind; streams have no deadline, keep-alive finds dead peers. Thread-safe.
 */
public final class ReplicaFetchClient implements ReplicaFetchSender, AutoCloseable {
    private final BrokerIdentity identity;
    private final EventLoops loops;
    private final FetchSettings settings;
    private final Map<Integer, Peer> peers = new HashMap<>();
    private boolean closed;

    /**
     * Settings of replica fetches.
     *
     * @param maxWaitMs longest wait for news, milliseconds
     * @param maxBytes bound of one partition's answer, bytes
     * @param maxMessageBytes largest message accepted, bytes
     */
    public record FetchSettings(int maxWaitMs, int maxBytes, int maxMessageBytes) {}

    /** Without a channel. */
    public ReplicaFetchClient(BrokerIdentity identity, EventLoops loops, FetchSettings settings) {
        this.identity = identity;
        this.loops = loops;
        this.settings = settings;
    }

    @Override
    public Stream open(int leader, Endpoint endpoint, Listener listener) {
        ReplicaFetchConnection connection = new ReplicaFetchConnection(identity, settings, listener);
        ManagedChannel channel = channelTo(leader, endpoint);
        if (channel == null) {
            listener.onBroken("the node stops");
        } else {
            channel.resetConnectBackoff();
            connection.start(ReplicaServiceGrpc.newStub(channel));
        }
        return connection;
    }

    private synchronized @Nullable ManagedChannel channelTo(int leader, Endpoint endpoint) {
        if (closed) {
            return null;
        }
        Peer peer = peers.get(leader);
        if (peer == null || !peer.endpoint.equals(endpoint)) {
            if (peer != null) {
                peer.channel.shutdownNow();
            }
            peer = new Peer(endpoint, loops.channelTo(endpoint, settings.maxMessageBytes()));
            peers.put(leader, peer);
        }
        return peer.channel;
    }

    @Override
    public synchronized void close() {
        closed = true;
        peers.values().forEach(peer -> peer.channel.shutdownNow());
        peers.clear();
    }

    private record Peer(Endpoint endpoint, ManagedChannel channel) {}
}
