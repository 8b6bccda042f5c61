// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What a broker does towards the quorum: listen, register, send heartbeats, ask to be unfenced. */
final class TestBroker implements AutoCloseable {
    private static final long INTERVAL_MS = 200;

    private final int brokerId;
    private final RemoteMetadataClient client;
    private final ServerSocket listener;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger answered = new AtomicInteger();
    private volatile @Nullable HeartbeatAnswer lastAnswer;
    private volatile boolean wantShutdown;
    private long brokerEpoch = -1;

    TestBroker(int brokerId, TestQuorum quorum) throws IOException {
        this(brokerId, quorum.grpcEndpoints());
    }

    TestBroker(int brokerId, List<Endpoint> quorum) throws IOException {
        this.brokerId = brokerId;
        this.client = RemoteMetadataClient.connect(TestQuorum.CLUSTER, quorum);
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** Registers, begins heartbeats, and waits until it is unfenced. */
    TestBroker join() {
        RegisterBroker registration = registration();
        Await.until("broker " + brokerId + " is registered", () -> isRegistered(registration));
        ScheduledFuture<?> unused = timer.scheduleAtFixedRate(this::beat, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
        Await.until("broker " + brokerId + " is unfenced", () -> isUnfencedIn(client));
        return this;
    }

    /** False where another attempt is due: nobody leads, or a voter that is behind showed an older life than there is. */
    private boolean isRegistered(RegisterBroker registration) {
        CommandAnswer answer =
                client.submit(registration, 15_000).toCompletableFuture().join();
        brokerEpoch = answer.brokerEpoch();
        return switch (answer.error()) {
            case ERROR_CODE_UNSPECIFIED -> true;
            case ERROR_CODE_QUORUM_UNAVAILABLE, ERROR_CODE_DUPLICATE_BROKER_REGISTRATION -> false;
            default -> throw new AssertionError("registration: " + answer);
        };
    }

    RemoteMetadataClient client() {
        return client;
    }

    BrokerLife life() {
        return new BrokerLife(brokerId, brokerEpoch);
    }

    @Nullable
    HeartbeatAnswer lastAnswer() {
        return lastAnswer;
    }

    void wantShutdown() {
        wantShutdown = true;
    }

    /** Whether a client's image shows this broker registered in this life and not fenced. */
    boolean isUnfencedIn(RemoteMetadataClient other) {
        BrokerImage broker = other.image().brokers().get(brokerId);
        return broker != null && broker.brokerEpoch() == brokerEpoch && !broker.fenced();
    }

    /** Stops sending heartbeats but keeps its connections and its listener, as a stopped process does. */
    void freeze() {
        timer.shutdownNow();
    }

    /** As a killed process: connections break and nobody listens any more. */
    void kill() {
        timer.shutdownNow();
        try {
            listener.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        client.close();
    }

    @Override
    public void close() {
        kill();
    }

    /** How many heartbeats were answered well. */
    int answeredCount() {
        return answered.get();
    }

    private void onAnswer(HeartbeatAnswer answer) {
        lastAnswer = answer;
        if (answer.error() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            answered.incrementAndGet();
        }
    }

    private void beat() {
        boolean fenced = !isUnfencedIn(client);
        var unused = client.heartbeat(
                        new Heartbeat(life(), client.image().index(), fenced && !wantShutdown, wantShutdown))
                .thenAccept(this::onAnswer);
    }

    private RegisterBroker registration() {
        return new RegisterBroker(
                brokerId,
                UUID.randomUUID(),
                new Endpoint("127.0.0.1", listener.getLocalPort()),
                "",
                UUID.randomUUID(),
                -1,
                false,
                List.of(),
                UUID.randomUUID(),
                RegisterBroker.NOT_OBSERVED,
                FeatureLevel.LATEST);
    }
}
