// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.tidemark.engine.runtime.NamedThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The node's one gRPC listener. Services on the data path run on the network threads and never block; the others have a
 * small pool. Health and reflection are always there.
 */
public final class GrpcServer implements AutoCloseable {
    /** A batch over the limit is to be refused by name, not by a broken stream: messages may be larger than batches. */
    private static final int MESSAGE_MIN_BYTES = 8 << 20;

    private static final int SLACK_BYTES = 64 << 10;
    private static final int CALLS_PER_CONNECTION = 1_024;

    private final Server server;
    private final HealthStatusManager health;
    private final ExecutorService pool;

    private GrpcServer(Server server, HealthStatusManager health, ExecutorService pool) {
        this.server = server;
        this.health = health;
        this.pool = pool;
    }

    /**
     * Services of a node by where they run.
     *
     * @param direct services that never block
     * @param pooled services that may take a moment
     */
    public record Services(List<BindableService> direct, List<BindableService> pooled) {
        /** With more services that never block. */
        public Services withDirect(List<BindableService> more) {
            List<BindableService> all = new ArrayList<>(direct);
            all.addAll(more);
            return new Services(all, pooled);
        }
    }

    /** Starts to listen; throws when the address is taken. */
    public static GrpcServer start(InetSocketAddress address, EventLoops loops, int maxBatchBytes, Services services)
            throws IOException {
        HealthStatusManager health = new HealthStatusManager();
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, ServingStatus.NOT_SERVING);
        ExecutorService pool = Executors.newFixedThreadPool(2, new NamedThreads("tidemark-admin"));
        NettyServerBuilder builder = loops.serverAt(address)
                .maxInboundMessageSize(Math.max(2 * maxBatchBytes, MESSAGE_MIN_BYTES) + SLACK_BYTES)
                .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
                .intercept(new FaultInterceptor())
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance());
        Set<String> pooledNames = new HashSet<>();
        services.direct().forEach(builder::addService);
        for (BindableService service : services.pooled()) {
            builder.addService(service);
            pooledNames.add(service.bindService().getServiceDescriptor().getName());
        }
        builder.callExecutor(new ExecutorChoice(pooledNames, pool));
        try {
            return new GrpcServer(builder.build().start(), health, pool);
        } catch (IOException taken) {
            pool.shutdown();
            throw taken;
        }
    }

    /** TCP port that it listens on. */
    public int port() {
        return server.getPort();
    }

    /** Tells health checks whether the node serves. */
    public void setServing(boolean serving) {
        health.setStatus(
                HealthStatusManager.SERVICE_NAME_ALL_SERVICES,
                serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
    }

    /** Takes no new calls, lets those under way end for a moment, then breaks them. */
    @Override
    public void close() {
        health.enterTerminalState();
        server.shutdown();
        try {
            if (!server.awaitTermination(200, TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
                server.awaitTermination(2, TimeUnit.SECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        pool.shutdown();
    }

    /** Where a call runs, by its service. */
    private record ExecutorChoice(Set<String> pooledNames, ExecutorService pool) implements ServerCallExecutorSupplier {
        @Override
        public <Q, R> java.util.concurrent.@Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata headers) {
            String service = call.getMethodDescriptor().getServiceName();
            // Null keeps the server's own choice: the network thread.
            return pooledNames.contains(service) ? pool : null;
        }
    }
}
