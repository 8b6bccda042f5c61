// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The client's connections, one per node and lane, dialled on first use. A connection that was lost is dropped and dialled
 * afresh by the next user, because gRPC's own reconnect waits a second and longer. Thread-safe. Callbacks run on the two
 * event loop threads and must not block.
 */
public final class Connections implements AutoCloseable {
    private static final int EVENT_LOOP_THREADS = 2;
    private static final int CONNECT_TIMEOUT_MS = 2_000;
    private static final int KEEP_ALIVE_MS = 10_000;
    private static final int KEEP_ALIVE_TIMEOUT_MS = 3_000;
    private static final int FLOW_CONTROL_WINDOW_BYTES = 4 << 20;
    /** A broker may exceed the asked bound by one batch, and a batch may be as large as a topic allows. */
    private static final int INBOUND_MAX_BYTES = 128 << 20;

    private final Map<Destination, ManagedChannel> channels = new HashMap<>();
    private final EventLoopGroup eventLoops;
    private final Class<? extends Channel> channelType;
    private boolean closed;

    private record Destination(NodeAddress address, Lane lane) {}

    /** Connections of the client with this id. */
    public Connections(String clientId) {
        boolean hasEpoll = Epoll.isAvailable();
        IoHandlerFactory io = hasEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        String threadName = clientId.isEmpty() ? "tidemark-io" : "tidemark-io-" + clientId;
        this.eventLoops =
                new MultiThreadIoEventLoopGroup(EVENT_LOOP_THREADS, new DefaultThreadFactory(threadName, true), io);
        this.channelType = hasEpoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** The connection to a node; dials it when there is none. */
    public synchronized ManagedChannel channel(NodeAddress address, Lane lane) {
        if (closed) {
            throw new IllegalStateException("this client is closed");
        }
        return channels.computeIfAbsent(new Destination(address, lane), this::dial);
    }

    /**
     * Makes one attempt of a call at one node, and waits for it. A connection that is at fault is dropped.
     *
     * @param waiting what the call is, and what can be said of it when the thread is interrupted
     * @throws ExecutionException when there was no answer; see {@link CallFault}
     * @throws io.tidemark.client.TidemarkException when the thread is interrupted; it stays so
     */
    public <Q, R> R ask(NodeAddress node, MethodDescriptor<Q, R> method, Q request, long timeoutMs, Pause waiting)
            throws ExecutionException {
        ManagedChannel channel = channel(node, Lane.CONTROL);
        CompletableFuture<R> answer = UnaryCall.start(channel, method, request, timeoutMs);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(true);
            throw waiting.interrupted();
        } catch (ExecutionException e) {
            if (CallFault.of(e).isConnectionFault()) {
                drop(node, Lane.CONTROL, channel);
            }
            throw e;
        }
    }

    /** Drops a connection on which a call met a connection fault; the calls still on it may end in peace. */
    public synchronized void drop(NodeAddress address, Lane lane, ManagedChannel lost) {
        if (channels.remove(new Destination(address, lane), lost)) {
            lost.shutdown();
        }
    }

    @Override
    public void close() {
        List<ManagedChannel> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(channels.values());
            channels.clear();
        }
        open.forEach(ManagedChannel::shutdownNow);
        awaitEnd(open);
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    private static void awaitEnd(List<ManagedChannel> open) {
        try {
            for (ManagedChannel channel : open) {
                channel.awaitTermination(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ManagedChannel dial(Destination destination) {
        return NettyChannelBuilder.forAddress(
                        destination.address().host(), destination.address().port())
                .usePlaintext()
                .eventLoopGroup(eventLoops)
                .channelType(channelType)
                .directExecutor()
                .disableRetry()
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .keepAliveTime(KEEP_ALIVE_MS, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .maxInboundMessageSize(INBOUND_MAX_BYTES)
                .build();
    }
}
