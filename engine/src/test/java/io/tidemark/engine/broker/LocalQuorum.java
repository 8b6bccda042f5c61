// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.control.ClusterController;
import io.tidemark.metadata.control.Decision;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The controller's decisions in one JVM, without Raft: for tests of the engine around the real controller. */
final class LocalQuorum implements AutoCloseable {
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private final int leaseMs;
    private ClusterImage image = ClusterImage.EMPTY;
    private long index = -1;

    LocalQuorum(int leaseMs) {
        this.leaseMs = leaseMs;
        decide(new ClusterCommand.FormatCluster("test-cluster", 1_000));
    }

    MetadataClient client() {
        Client client = new Client();
        clients.add(client);
        return client;
    }

    ClusterImage image() {
        return image;
    }

    /** Ends the broker's lease. */
    void fence(int brokerId) {
        BrokerImage broker = requireNonNull(image.brokers().get(brokerId));
        decide(new ClusterCommand.FenceBrokers(List.of(new BrokerLife(brokerId, broker.brokerEpoch()))));
    }

    synchronized CommandAnswer decide(ClusterCommand command) {
        index++;
        Decision decision = ClusterController.decide(image, command, new CommandContext(index, 1, index * 10, index));
        if (decision.delta() != null) {
            image = ClusterImages.apply(image, decision.delta());
            ClusterImage current = image;
            clients.forEach(client -> client.deliver(current));
        }
        return decision.answer();
    }

    private synchronized HeartbeatAnswer beat(Heartbeat heartbeat) {
        BrokerImage broker = image.brokers().get(heartbeat.broker().brokerId());
        if (broker == null || broker.brokerEpoch() != heartbeat.broker().brokerEpoch()) {
            return new HeartbeatAnswer(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH, true, false, leaseMs, 0);
        }
        boolean mayUnfence = heartbeat.appliedIndex() >= broker.brokerEpoch();
        if (heartbeat.wantUnfence() && broker.fenced() && mayUnfence) {
            decide(new ClusterCommand.UnfenceBroker(heartbeat.broker()));
        }
        if (heartbeat.wantShutdown() && !broker.inControlledShutdown()) {
            decide(new ClusterCommand.BeginShutdown(heartbeat.broker()));
        }
        BrokerImage after =
                requireNonNull(image.brokers().get(heartbeat.broker().brokerId()));
        return new HeartbeatAnswer(
                ErrorCode.ERROR_CODE_UNSPECIFIED, after.fenced(), after.inControlledShutdown(), leaseMs, image.index());
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
    }

    private final class Client implements MetadataClient {
        private final ExecutorService delivery = Executors.newSingleThreadExecutor();
        private final List<ImageListener> listeners = new ArrayList<>();
        private volatile ClusterImage seen = ClusterImage.EMPTY;

        Client() {
            deliver(LocalQuorum.this.image);
        }

        void deliver(ClusterImage after) {
            if (delivery.isShutdown()) {
                return;
            }
            delivery.execute(() -> {
                ClusterImage before = seen;
                seen = after;
                listeners.forEach(listener -> listener.onImage(before, after, ClusterImages.diff(before, after)));
            });
        }

        @Override
        public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
            return CompletableFuture.completedFuture(decide(command));
        }

        @Override
        public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
            return CompletableFuture.completedFuture(beat(heartbeat));
        }

        @Override
        public ClusterImage image() {
            return seen;
        }

        @Override
        public void addListener(ImageListener listener) {
            delivery.execute(() -> {
                listeners.add(listener);
                if (seen.index() >= 0) {
                    listener.onImage(ClusterImage.EMPTY, seen, ClusterImages.diff(ClusterImage.EMPTY, seen));
                }
            });
        }

        @Override
        public int controllerId() {
            return 1;
        }

        @Override
        public void close() {
            delivery.shutdownNow();
        }
    }
}
