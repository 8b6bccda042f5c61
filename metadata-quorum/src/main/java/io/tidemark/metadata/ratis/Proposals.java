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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final AtomicInteger outstanding = new AtomicInteger();
    private final Map<Long, Long> startedNanos = new ConcurrentSkipListMap<>();
    private final Set<Long> logged = ConcurrentHashMap.newKeySet();
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
        long id = division.nextCallId();
        startedNanos.put(id, System.nanoTime());
        CompletableFuture<RaftClientReply> reply;
        try {
            reply = division.submit(entry, id);
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.completedFuture(
                    finished(id) ? unknown(String.valueOf(e)) : notLogged(String.valueOf(e.getMessage())));
        }
        return reply.handle((done, failure) -> answer(done, failure, finished(id)))
                .completeOnTimeout(unknown("the quorum did not commit in time"), timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** The request with this call id is about to enter the log: from here on its outcome is unknown until it is told. */
    void onLogging(long callId) {
        if (startedNanos.containsKey(callId)) {
            logged.add(callId);
        }
    }

    /** Whether anything is under way. */
    boolean isBusy() {
        return !startedNanos.isEmpty();
    }

    /** Whether something is under way and nothing has come back for the given time. */
    boolean isStalled(long limitNanos) {
        long now = System.nanoTime();
        // An answer that never comes must not stop the controller for good.
        startedNanos.values().removeIf(started -> now - started > ABANDONED_NANOS);
        logged.retainAll(startedNanos.keySet());
        Long oldest = startedNanos.values().stream().findFirst().orElse(null);
        return oldest != null && now - oldest > limitNanos && now - finishedNanos > limitNanos;
    }

    /** Whether it may be in the log: certain that it is not are we only if Ratis never got as far. */
    private boolean finished(long id) {
        boolean abandoned = startedNanos.remove(id) == null;
        boolean mayBeLogged = logged.remove(id) || abandoned;
        outstanding.decrementAndGet();
        finishedNanos = System.nanoTime();
        return mayBeLogged;
    }

    private static CommandAnswer answer(
            @Nullable RaftClientReply reply, @Nullable Throwable failure, boolean mayBeLogged) {
        if (reply == null || !reply.isSuccess()) {
            String message = String.valueOf(failure != null || reply == null ? failure : reply.getException());
            return mayBeLogged ? unknown(message) : notLogged(message);
        }
        try {
            return MetadataCodec.fromProto(io.tidemark.v1.CommandAnswer.parseFrom(
                    reply.getMessage().getContent().asReadOnlyByteBuffer()));
        } catch (InvalidProtocolBufferException | MetadataFormatException e) {
            return unknown(String.valueOf(e.getMessage()));
        }
    }

    private static CommandAnswer unknown(String message) {
        return failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, message);
    }

    private static CommandAnswer notLogged(String message) {
        return failed(ErrorCode.ERROR_CODE_NOT_CONTROLLER, message);
    }

    private static CompletableFuture<CommandAnswer> refused(ErrorCode error, String message) {
        return CompletableFuture.completedFuture(failed(error, message));
    }

    private static CommandAnswer failed(ErrorCode error, String message) {
        return CommandAnswer.failed(error, message, -1);
    }
}
