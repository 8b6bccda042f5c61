// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.DescribeQuorumRequest;
import io.tidemark.v1.DescribeQuorumResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks other nodes who they are and what they know of the quorum. Thread-safe. */
public final class QuorumPeers implements AutoCloseable {
    private final LoopThread loop;
    private final QuorumChannels channels;

    /** With a thread and an event loop of its own. */
    public QuorumPeers(String name) {
        loop = new LoopThread(name);
        channels = new QuorumChannels(name, loop);
    }

    /** Asks a node; completes exceptionally when it does not answer in time. */
    public CompletableFuture<DescribeQuorumResponse> describe(Endpoint node, long timeoutMs) {
        CompletableFuture<DescribeQuorumResponse> answer = new CompletableFuture<>();
        boolean asked = loop.offer(() -> channels.stub(node)
                .withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS)
                .describeQuorum(DescribeQuorumRequest.getDefaultInstance(), new Answers(answer)));
        if (!asked) {
            answer.completeExceptionally(
                    Status.UNAVAILABLE.withDescription("closed").asException());
        }
        return answer;
    }

    @Override
    public void close() {
        try {
            channels.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close();
    }

    private record Answers(CompletableFuture<DescribeQuorumResponse> answer)
            implements StreamObserver<DescribeQuorumResponse> {
        @Override
        public void onNext(DescribeQuorumResponse response) {
            answer.complete(response);
        }

        @Override
        public void onError(Throwable failure) {
            answer.completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {
            answer.completeExceptionally(new IllegalStateException("the call ended without an answer"));
        }
    }
}
