// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.grpc.Status;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.Lane;
import io.tidemark.client.metadata.NodeAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The streams to the leaders, one per broker, opened when wanted. Sender thread only. */
final class ProduceStreams {
    private static final int REDIAL_FIRST_MS = 20;
    private static final int REDIAL_MAX_MS = 200;

    private final Connections connections;
    private final ProduceStream.Listener listener;
    private final Map<Integer, Link> links = new HashMap<>();
    private long lastStreamId;

    private static final class Link {
        final Backoff redial = new Backoff(REDIAL_FIRST_MS, REDIAL_MAX_MS);

        @Nullable
        ProduceStream stream;
    }

    ProduceStreams(Connections connections, ProduceStream.Listener listener) {
        this.connections = connections;
        this.listener = listener;
    }

    /** The open stream to a broker; null while there is none, then one is on its way. */
    @Nullable
    ProduceStream open(int brokerId, NodeAddress address, long nowMs) {
        Link link = links.computeIfAbsent(brokerId, id -> new Link());
        ProduceStream stream = link.stream;
        if (stream != null && !stream.address.equals(address)) {
            stream.cancel("the broker moved to " + address);
            return null; // Gone for good only once the transport says so.
        }
        if (stream == null && link.redial.isOver(nowMs)) {
            stream = dial(brokerId, address);
            link.stream = stream;
        }
        return stream != null && stream.isOpen() ? stream : null;
    }

    @Nullable
    ProduceStream byId(int brokerId, long streamId) {
        Link link = links.get(brokerId);
        return link != null && link.stream != null && link.stream.streamId == streamId ? link.stream : null;
    }

    List<ProduceStream> all() {
        List<ProduceStream> streams = new ArrayList<>();
        for (Link link : links.values()) {
            if (link.stream != null) {
                streams.add(link.stream);
            }
        }
        return streams;
    }

    void onOpen(ProduceStream stream) {
        stream.markOpen();
        Link link = links.get(stream.brokerId);
        if (link != null) {
            link.redial.reset();
        }
    }

    void onLost(ProduceStream stream, Status status, long nowMs) {
        Link link = links.get(stream.brokerId);
        if (link != null && link.stream == stream) {
            link.stream = null;
            link.redial.onFailure(nowMs);
        }
        if (CallFault.of(status).isConnectionFault()) {
            connections.drop(stream.address, Lane.PRODUCE, stream.channel);
        }
    }

    private ProduceStream dial(int brokerId, NodeAddress address) {
        ProduceStream.Target target =
                new ProduceStream.Target(brokerId, address, connections.channel(address, Lane.PRODUCE));
        ProduceStream stream = new ProduceStream(++lastStreamId, target, listener);
        stream.start();
        return stream;
    }
}
