// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ControllerServiceGrpc;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * One channel per quorum node, all on one event loop. Calls run on the owner's thread, which is also the only one that may
 * use this.
 */
final class QuorumChannels {
    private static final int MESSAGE_MAX_BYTES = 64 << 20;

    private final Map<Endpoint, ManagedChannel> channels = new HashMap<>();
    private final EventLoopGroup eventLoop;
    private final Executor owner;

    QuorumChannels(String name, Executor owner) {
        this.owner = owner;
        this.eventLoop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory(name + "-io", true), NioIoHandler.newFactory());
    }

    /** Calls to a node. A channel that waits before it connects again is told not to: the caller paces itself. */
    ControllerServiceGrpc.ControllerServiceStub stub(Endpoint endpoint) {
        ManagedChannel channel = channels.computeIfAbsent(endpoint, this::open);
        channel.resetConnectBackoff();
        return ControllerServiceGrpc.newStub(channel);
    }

    /** Ends every call at once and waits, within bounds, until nothing is left. Not on the owner's thread. */
    void close() throws InterruptedException {
        channels.values().forEach(ManagedChannel::shutdownNow);
        for (ManagedChannel channel : channels.values()) {
            channel.awaitTermination(2, TimeUnit.SECONDS);
        }
        eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(3, TimeUnit.SECONDS);
    }

    private ManagedChannel open(Endpoint endpoint) {
        return NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
                .usePlaintext()
                .eventLoopGroup(eventLoop)
                .channelType(NioSocketChannel.class)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, 1000)
                .executor(owner)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(3, TimeUnit.SECONDS)
                .maxInboundMessageSize(MESSAGE_MAX_BYTES)
                .build();
    }
}
