// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.tidemark.metadata.image.Endpoint;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The network threads of a node: some for what clients and followers ask, one for what this broker fetches itself, so that
 * bulk does not stand in the way of acknowledgements. Epoll where the system has it.
 */
public final class EventLoops implements AutoCloseable {
    private static final int WINDOW_BYTES = 4 << 20;
    private static final long STOP_SECONDS = 2;

    private final boolean epoll = Epoll.isAvailable();
    private final EventLoopGroup accepting = group("tidemark-accept", 1);
    private final EventLoopGroup serving;
    private final EventLoopGroup fetching = group("tidemark-fetch", 1);

    /** Starts no thread until one is needed. */
    public EventLoops(int servingThreads) {
        serving = group("tidemark-net", servingThreads);
    }

    private EventLoopGroup group(String name, int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory(name, true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** A server on this address; its calls run on the network threads unless told otherwise. */
    NettyServerBuilder serverAt(InetSocketAddress address) {
        return NettyServerBuilder.forAddress(address)
                .channelType(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .bossEventLoopGroup(accepting)
                .workerEventLoopGroup(serving)
                .directExecutor()
                .flowControlWindow(WINDOW_BYTES)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true);
    }

    /** A channel for fetches to another broker. */
    ManagedChannel channelTo(Endpoint endpoint, int maxMessageBytes) {
        return NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
                .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .eventLoopGroup(fetching)
                .usePlaintext()
                .directExecutor()
                .flowControlWindow(WINDOW_BYTES)
                .maxInboundMessageSize(maxMessageBytes)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .build();
    }

    @Override
    public void close() {
        List<Future<?>> endings = new ArrayList<>();
        for (EventLoopGroup group : List.of(accepting, serving, fetching)) {
            endings.add(group.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS));
        }
        endings.forEach(ending -> ending.awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS));
    }
}
