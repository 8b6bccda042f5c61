// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.v1.ReplicaFetchRequest;
import io.tidemark.v1.ReplicaFetchResponse;
import io.tidemark.v1.ReplicaServiceGrpc;

/** Serves followers. The session is the stream: nothing of it outlives it. */
public final class ReplicaFetchService extends ReplicaServiceGrpc.ReplicaServiceImplBase {
    private final ServiceParts parts;

    /** Over a node's parts. */
    public ReplicaFetchService(ServiceParts parts) {
        this.parts = parts;
    }

    @Override
    public StreamObserver<ReplicaFetchRequest> replicaFetch(StreamObserver<ReplicaFetchResponse> observer) {
        return new ReplicaFetchStream(
                        parts.directory(), parts.image(), (ServerCallStreamObserver<ReplicaFetchResponse>) observer)
                .start();
    }
}
