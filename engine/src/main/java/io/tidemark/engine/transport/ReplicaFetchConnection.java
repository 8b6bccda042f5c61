// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.PartitionFetch;
import io.tidemark.engine.runtime.ReplicaFetchSender;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ReplicaFetchRequest;
import io.tidemark.v1.ReplicaFetchResponse;
import io.tidemark.v1.ReplicaFetchedPartition;
import io.tidemark.v1.ReplicaServiceGrpc.ReplicaServiceStub;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stream of fetches, the follower's end. */
final class ReplicaFetchConnection
        implements ReplicaFetchSender.Stream, ClientResponseObserver<ReplicaFetchRequest, ReplicaFetchResponse> {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaFetchConnection.class);

    private final BrokerIdentity identity;
    private final ReplicaFetchClient.FetchSettings settings;
    private final ReplicaFetchSender.Listener listener;
    private volatile @Nullable ClientCallStreamObserver<ReplicaFetchRequest> out;

    ReplicaFetchConnection(
            BrokerIdentity identity, ReplicaFetchClient.FetchSettings settings, ReplicaFetchSender.Listener listener) {
        this.identity = identity;
        this.settings = settings;
        this.listener = listener;
    }

    void start(ReplicaServiceStub stub) {
        // beforeStart keeps the stream; the returned observer is the same.
        stub.replicaFetch(this);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ReplicaFetchRequest> stream) {
        out = stream;
    }

    @Override
    public void send(List<PartitionFetch> fetches) {
        ReplicaFetchRequest.Builder request = ReplicaFetchRequest.newBuilder()
                .setReplicaId(identity.brokerId())
                .setBrokerEpoch(identity.brokerEpoch())
                .setReplicaSecret(WireIds.toWire(identity.replicaSecret()))
                .setMaxWaitMs(settings.maxWaitMs());
        fetches.forEach(fetch -> request.addPartitions(ReplicaWire.toWire(fetch, settings.maxBytes())));
        ClientCallStreamObserver<ReplicaFetchRequest> stream = out;
        if (stream == null) {
            return;
        }
        try {
            stream.onNext(request.build());
        } catch (IllegalStateException cancelled) {
            // The channel may be shut down under it at any moment: when the leader has moved, and when the node stops.
            // That the
            // stream is over is told to the listener; the thread that sends serves other leaders too.
            LOG.debug("Fetches are not sent: the stream is over", cancelled);
        }
    }

    @Override
    public void onNext(ReplicaFetchResponse response) {
        for (ReplicaFetchedPartition answer : response.getPartitionsList()) {
            PartitionKey key = ReplicaWire.keyOf(answer);
            if (key != null) {
                listener.onReply(key, ReplicaWire.toReply(answer));
            }
        }
    }

    @Override
    public void onError(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String description = status.getDescription();
        listener.onBroken(description == null ? status.getCode().name() : status.getCode() + ", " + description);
    }

    @Override
    public void onCompleted() {
        listener.onBroken("the leader ended the stream");
    }

    @Override
    public void close() {
        ClientCallStreamObserver<ReplicaFetchRequest> stream = out;
        if (stream != null) {
            stream.cancel("the node stops or the leader moved", null);
        }
    }
}
