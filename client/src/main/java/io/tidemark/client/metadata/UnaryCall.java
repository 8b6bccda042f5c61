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
import java.util.function.BiConsumer;
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
        Answer<R> answer = new Answer<>(call);
        ClientCalls.asyncUnaryCall(call, request, new Completion<>(answer));
        return answer;
    }

    /** Runs {@code use} once the answer or the failure is there; it must not throw. */
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing follows the action.
    public static <R> void whenDone(CompletableFuture<R> answer, BiConsumer<@Nullable R, @Nullable Throwable> use) {
        answer.whenComplete(use);
    }

    private static final class Answer<R> extends CompletableFuture<R> {
        private final ClientCall<?, R> call;

        Answer(ClientCall<?, R> call) {
            this.call = call;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean isCancelled = super.cancel(mayInterruptIfRunning);
            call.cancel("no longer wanted", null);
            return isCancelled;
        }
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
