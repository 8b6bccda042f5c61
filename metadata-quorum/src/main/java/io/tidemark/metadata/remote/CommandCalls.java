// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.stub.StreamObserver;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.SubmitCommandRequest;
import io.tidemark.v1.SubmitCommandResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Commands on their way to the controller. A command is tried again only while it is certain that it was not submitted;
 * when that is in doubt the caller is told so. Everything runs on the owner's thread.
 */
final class CommandCalls {
    private static final long RETRY_MS = 25;
    private static final long GRACE_MS = 250;

    private final String clusterId;
    private final QuorumChannels channels;
    private final ControllerLocator locator;
    private final LoopThread owner;
    private final Set<Attempt> open = new LinkedHashSet<>();

    CommandCalls(String clusterId, QuorumChannels channels, ControllerLocator locator, LoopThread owner) {
        this.clusterId = clusterId;
        this.channels = channels;
        this.locator = locator;
        this.owner = owner;
    }

    void submit(CommandRecord command, long deadlineNanos, CompletableFuture<CommandAnswer> answer) {
        Attempt attempt = new Attempt(command, deadlineNanos, answer);
        open.add(attempt);
        attempt.start();
    }

    /** Answers every open command: what became of it is not known. */
    void close() {
        List.copyOf(open).forEach(attempt -> attempt.unknown("the client was closed"));
    }

    private final class Attempt {
        private final CommandRecord command;
        private final long deadlineNanos;
        private final CompletableFuture<CommandAnswer> answer;

        Attempt(CommandRecord command, long deadlineNanos, CompletableFuture<CommandAnswer> answer) {
            this.command = command;
            this.deadlineNanos = deadlineNanos;
            this.answer = answer;
        }

        void start() {
            long restMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (restMs < 1) {
                unknown("no active controller was found in time");
                return;
            }
            Endpoint endpoint = locator.target();
            SentFlag flag = new SentFlag();
            SubmitCommandRequest request = SubmitCommandRequest.newBuilder()
                    .setClusterId(clusterId)
                    .setCommand(command)
                    .setTimeoutMs((int) Math.min(restMs, 60_000))
                    .build();
            channels.stub(endpoint)
                    .withInterceptors(flag)
                    .withDeadlineAfter(restMs + GRACE_MS, TimeUnit.MILLISECONDS)
                    .submitCommand(request, new Answers(this, endpoint, flag));
        }

        void answered(Endpoint endpoint, SubmitCommandResponse response) {
            if (response.getAnswer().getError() == ErrorCode.ERROR_CODE_NOT_CONTROLLER) {
                locator.refused(endpoint);
                boolean led = locator.learn(response.getController(), endpoint);
                owner.after(led ? 0 : RETRY_MS, this::start);
                return;
            }
            try {
                complete(MetadataCodec.fromProto(response.getAnswer()));
            } catch (MetadataFormatException e) {
                unknown(String.valueOf(e.getMessage()));
            }
        }

        void broken(Endpoint endpoint, boolean sent, Throwable failure) {
            locator.failed(endpoint);
            if (sent) {
                unknown("the connection to the controller broke: " + failure.getMessage());
            } else {
                owner.after(RETRY_MS, this::start);
            }
        }

        void unknown(String message) {
            complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, message, -1));
        }

        private void complete(CommandAnswer known) {
            open.remove(this);
            answer.complete(known);
        }
    }

    private static final class Answers implements StreamObserver<SubmitCommandResponse> {
        private final Attempt attempt;
        private final Endpoint endpoint;
        private final SentFlag flag;
        private boolean done;

        Answers(Attempt attempt, Endpoint endpoint, SentFlag flag) {
            this.attempt = attempt;
            this.endpoint = endpoint;
            this.flag = flag;
        }

        @Override
        public void onNext(SubmitCommandResponse response) {
            done = true;
            attempt.answered(endpoint, response);
        }

        @Override
        public void onError(Throwable failure) {
            if (!done) {
                done = true;
                attempt.broken(endpoint, flag.isSent(), failure);
            }
        }

        @Override
        public void onCompleted() {
            onError(new IllegalStateException("the call ended without an answer"));
        }
    }
}
