// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FollowMetadataResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A {@link MetadataClient} over gRPC. Three threads: one event loop for the sockets, one loop that owns the calls, and one
 * that delivers images, so that a slow listener holds up neither commands nor heartbeats. Answers complete on the loop
 * thread: stages that hang on them must not block.
 */
public final class RemoteMetadataClient implements MetadataClient {
    private final LoopThread loop = new LoopThread("metadata-client");
    private final LoopThread delivery = new LoopThread("metadata-delivery");
    private final AtomicBoolean closed = new AtomicBoolean();
    private final DeliveredImage delivered;
    private final QuorumChannels channels;
    private final ControllerLocator locator;
    private final CommandCalls commands;
    private final HeartbeatStream heartbeats;
    private final ImageFollower follower;

    private RemoteMetadataClient(String clusterId, List<Endpoint> endpoints) {
        delivered = new DeliveredImage(clusterId);
        channels = new QuorumChannels("metadata-client", loop);
        locator = new ControllerLocator(endpoints, System::nanoTime);
        commands = new CommandCalls(clusterId, channels, locator, loop);
        heartbeats = new HeartbeatStream(clusterId, channels, locator, loop);
        follower = new ImageFollower(clusterId, channels, locator, loop, new Delivery());
    }

    /**
     * Starts to follow a cluster's metadata. Returns at once; the image comes when a node is reached.
     *
     * @param clusterId the cluster; nodes of another one are refused
     * @param quorumGrpcEndpoints gRPC addresses of quorum nodes, at least one
     */
    public static RemoteMetadataClient connect(String clusterId, List<Endpoint> quorumGrpcEndpoints) {
        RemoteMetadataClient client = new RemoteMetadataClient(clusterId, quorumGrpcEndpoints);
        client.loop.execute(client.follower::start);
        return client;
    }

    @Override
    public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
        if (command instanceof RegisterBroker registration
                && registration.observedBrokerEpoch() == RegisterBroker.NOT_OBSERVED) {
            return register(registration, timeoutMs);
        }
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        CommandRecord record = MetadataCodec.toProto(command, new CommandContext(-1, 0, 0, 0));
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        if (!onLoop(() -> commands.submit(record, deadlineNanos, answer))) {
            answer.complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "the client is closed", -1));
        }
        return answer;
    }

    /**
     * Says whom the registration replaces, so that it cannot replace a later life when it is delayed on its way. That takes
     * an image to look at.
     */
    private CompletionStage<CommandAnswer> register(RegisterBroker registration, long timeoutMs) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        return delivered
                .first()
                .copy()
                .completeOnTimeout(ClusterImage.EMPTY, timeoutMs, TimeUnit.MILLISECONDS)
                .thenCompose(first -> {
                    if (first.index() < 0) {
                        return CompletableFuture.completedFuture(CommandAnswer.failed(
                                ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "no quorum node gave an image in time", -1));
                    }
                    BrokerImage present = image().brokers().get(registration.brokerId());
                    long restMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                    return submit(registration.observing(present == null ? -1 : present.brokerEpoch()), restMs);
                });
    }

    @Override
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
        CompletableFuture<HeartbeatAnswer> answer = new CompletableFuture<>();
        if (!onLoop(() -> heartbeats.send(heartbeat, answer))) {
            answer.completeExceptionally(new IOException("the client is closed"));
        }
        return answer;
    }

    @Override
    public ClusterImage image() {
        return delivered.image();
    }

    @Override
    public void addListener(ImageListener listener) {
        delivery.offer(() -> delivered.add(listener));
    }

    @Override
    public int controllerId() {
        return locator.controllerId();
    }

    /**
     * Stops following and releases connections and threads. Open commands are answered as unknown. Waits a little; not to
     * be called by a listener.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            CompletableFuture.runAsync(this::endCalls, loop)
                    .exceptionally(failure -> null)
                    .join();
            channels.close();
            loop.close();
            delivery.close();
            loop.awaitEnd(2000);
            delivery.awaitEnd(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void endCalls() {
        commands.close();
        heartbeats.close();
        follower.close();
    }

    private boolean onLoop(Runnable task) {
        return !closed.get() && loop.offer(task);
    }

    private final class Delivery implements ImageFollower.ImageSink {
        @Override
        public long appliedIndex() {
            return delivered.image().index();
        }

        @Override
        public void onStep(FollowMetadataResponse step, Runnable taken) {
            delivery.offer(() -> onLoop(delivered.apply(step) ? taken : follower::resume));
        }
    }
}
