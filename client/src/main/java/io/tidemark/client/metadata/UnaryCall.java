// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request and its one answer. */
public final class UnaryCall {
    private UnaryCall() {}

    /**
     * Starts a call. The future completes on an event loop thread, exceptionally with {@link
     * io.grpc.StatusRuntimeException}; cancelling it cancels the call.
     */
    public static <Q, R> CompletableFuture<R> start(
            Channel channel, MethodDescriptor<Q, R> method, Q request, long timeoutMs) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS);
        ClientCall<Q, R> call = channel.newCall(method, options);
        CompletableFuture<R> answer = new CompletableFuture<>();
        answer.whenComplete((result, failure) -> {
            if (answer.isCancelled()) {
                call.cancel("no longer wanted", null);
            }
        });
        ClientCalls.asyncUnaryCall(call, request, new Completion<>(answer));
        return answer;
    }

    private static final class Completion<R> implements StreamObserver<R> {
        private final CompletableFuture<R> answer;
        private @Nullable R value;

        Completion(CompletableFuture<R> answer) {
            this.answer = answer;
        }

        @Override
        public void onNext(R next) {
            value = next;
        }

        @Override
        public void onError(Throwable failure) {
            answer.completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {
            if (value == null) {
                answer.completeExceptionally(new IllegalStateException("call completed without an answer"));
            } else {
                answer.complete(value);
            }
        }
    }
}
