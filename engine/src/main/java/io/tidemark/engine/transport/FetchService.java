// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchResponse;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.ListOffsetsRequest;
import io.tidemark.v1.ListOffsetsResponse;

/** Serves consumers: committed records and offsets. Holds no state; a fetch that waits holds no thread. */
public final class FetchService extends FetchServiceGrpc.FetchServiceImplBase {
    private static final int MAX_WAIT_LIMIT_MS = 60_000;

    private final ServiceParts parts;
    private final TopicResolver topics;

    /** Over a node's parts. */
    public FetchService(ServiceParts parts) {
        this.parts = parts;
        this.topics = new TopicResolver(parts.image());
    }

    @Override
    public void fetch(FetchRequest request, StreamObserver<FetchResponse> observer) {
        if (request.getMaxWaitMs() < 0 || request.getMaxWaitMs() > MAX_WAIT_LIMIT_MS) {
            throw Faults.invalidArgument("INVALID_MAX_WAIT", "max_wait_ms is 0 to " + MAX_WAIT_LIMIT_MS);
        }
        if (request.getMinBytes() < 0 || request.getMaxBytes() < 0) {
            throw Faults.invalidArgument("INVALID_BYTES", "min_bytes and max_bytes are not negative");
        }
        new FetchCall(request, parts, topics, (ServerCallStreamObserver<FetchResponse>) observer).start();
    }

    @Override
    public void listOffsets(ListOffsetsRequest request, StreamObserver<ListOffsetsResponse> observer) {
        new ListOffsetsCall(request, parts.directory(), topics, observer).start();
    }
}
