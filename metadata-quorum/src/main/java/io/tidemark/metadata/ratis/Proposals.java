// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.RaftClientReply;
import org.jspecify.annotations.Nullable;

/**
 * Commands on their way through the Raft log. How many may be under way is bounded: a leader that is cut off must run dry,
 * or Ratis never looks whether it still leads. Thread-safe.
 */
final class Proposals {
    private static final int OUTSTANDING_MAX = 256;
    private static final long ABANDONED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final QuorumDivision division;
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger outstanding = new AtomicInteger();
    private final Map<Long, Long> startedNanos = new ConcurrentSkipListMap<>();
    private volatile long finishedNanos = System.nanoTime();

    Proposals(QuorumDivision division) {
        this.division = division;
    }

    /**
     * Proposes a command. {@code NOT_CONTROLLER} and {@code OVERLOADED} mean that it did not reach the log,
     * {@code QUORUM_UNAVAILABLE} that it may have.
     *
     * @param controllerTerm term of the controller for its own commands, 0 for those of others
     */
    CompletableFuture<CommandAnswer> propose(ClusterCommand command, long controllerTerm, long timeoutMs) {
        if (outstanding.incrementAndGet() > OUTSTANDING_MAX) {
            outstanding.decrementAndGet();
            return refused(ErrorCode.ERROR_CODE_OVERLOADED, "too many commands are under way");
        }
        CommandContext context = new CommandContext(-1, controllerTerm, System.currentTimeMillis(), random.nextLong());
        byte[] entry = MetadataCodec.toBytes(MetadataCodec.toProto(command, context));
        long id = ids.incrementAndGet();
        startedNanos.put(id, System.nanoTime());
        CompletableFuture<RaftClientReply> reply;
        try {
            reply = division.submit(entry);
        } catch (IOException | RuntimeException e) {
            finished(id);
            return refused(ErrorCode.ERROR_CODE_NOT_CONTROLLER, String.valueOf(e.getMessage()));
        }
        boolean atOnce = reply.isDone();
        return reply.handle((done, failure) -> {
                    finished(id);
                    return answer(done, failure, atOnce);
                })
                .completeOnTimeout(
                        failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "the quorum did not commit in time"),
                        timeoutMs,
                        TimeUnit.MILLISECONDS);
    }

    /** Whether something is under way and nothing has come back for the given time. */
    boolean isStalled(long limitNanos) {
        long now = System.nanoTime();
        // An answer that never comes must not stop the controller for good.
        startedNanos.values().removeIf(started -> now - started > ABANDONED_NANOS);
        Long oldest = startedNanos.values().stream().findFirst().orElse(null);
        return oldest != null && now - oldest > limitNanos && now - finishedNanos > limitNanos;
    }

    private void finished(long id) {
        startedNanos.remove(id);
        outstanding.decrementAndGet();
        finishedNanos = System.nanoTime();
    }

    /** A refusal that was there at once came before the log; a later one may have left the entry in it. */
    private static CommandAnswer answer(
            @Nullable RaftClientReply reply, @Nullable Throwable failure, boolean refusedAtOnce) {
        if (reply == null || !reply.isSuccess()) {
            String message = String.valueOf(failure != null || reply == null ? failure : reply.getException());
            return failed(
                    refusedAtOnce ? ErrorCode.ERROR_CODE_NOT_CONTROLLER : ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE,
                    message);
        }
        try {
            return MetadataCodec.fromProto(io.tidemark.v1.CommandAnswer.parseFrom(
                    reply.getMessage().getContent().asReadOnlyByteBuffer()));
        } catch (InvalidProtocolBufferException | MetadataFormatException e) {
            return failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static CompletableFuture<CommandAnswer> refused(ErrorCode error, String message) {
        return CompletableFuture.completedFuture(failed(error, message));
    }

    private static CommandAnswer failed(ErrorCode error, String message) {
        return CommandAnswer.failed(error, message, -1);
    }
}
