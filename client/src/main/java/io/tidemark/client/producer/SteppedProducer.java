// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import com.google.protobuf.ByteString;
import io.tidemark.client.Outcome;
import io.tidemark.v1.ErrorCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The producer's decisions for one partition without threads, buffers and network: what a simulation drives in their
 * place. It hands everything to {@link ProducerPartition} and decides nothing. One thread.
 */
public final class SteppedProducer {
    private final ProducerPartition core;
    private final Consumer<ProducerEffect> effects;

    /** Told what becomes of batches. */
    public interface Listener {
        /** The batch is in the log, at {@code baseOffset} or, when that is -1, somewhere. */
        void onWritten(long batchId, long baseOffset);

        /** The batch is given up. */
        void onFailed(long batchId, ErrorCode error, Outcome outcome);

        /** The leader that is known may not lead any more. */
        void onRefreshLeader();
    }

    /**
     * One attempt to write a batch.
     *
     * @param attemptId names it in its answer
     * @param leaderEpoch leader epoch that it is for
     */
    public record Attempt(
            long batchId, long attemptId, long producerId, short producerEpoch, int baseSequence, int leaderEpoch) {}

    /**
     * Nothing to write yet.
     *
     * @param maxInFlight batches that are open at once
     * @param idempotent whether batches carry sequences
     */
    public SteppedProducer(
            int maxInFlight, boolean idempotent, int retryBackoffMs, int retryBackoffMaxMs, Listener listener) {
        core = new ProducerPartition(new ProducerLimits(maxInFlight, idempotent, retryBackoffMs, retryBackoffMaxMs));
        ProducerEffect.Handler handler = new ListenerHandler(listener);
        effects = effect -> effect.dispatch(handler);
    }

    /** A batch is ready to be written after all that came before. */
    public void onBatch(long batchId, int recordCount, long deadlineMs) {
        core.onBatch(batchId, recordCount, deadlineMs);
    }

    /** Whether a producer id is needed before anything can be sent. */
    public boolean wantsProducerId() {
        return core.wantsProducerId();
    }

    /** A producer id that nobody has used. */
    public void onProducerId(long producerId) {
        core.onProducerId(producerId, (short) 0);
    }

    /** Where to send from now on: the topic's id, 16 bytes, the leader's epoch, and the stream to it, -1 for none. */
    public void onRoute(ByteString topicId, int leaderEpoch, long streamId) {
        core.onRoute(new ProducerRoute(topicId, leaderEpoch, streamId), effects);
    }

    /** The stream broke. */
    public void onStreamLost(long streamId, long nowMs) {
        core.onStreamLost(streamId, "the stream broke", nowMs, effects);
    }

    /** An attempt was answered. */
    public void onReply(long attemptId, ErrorCode error, boolean appended, long baseOffset, long nowMs) {
        core.onReply(
                attemptId, new WriteReply(error, "", appended, new WrittenAt(baseOffset, 0, false)), nowMs, effects);
    }

    /** Time passed. */
    public void onTick(long nowMs) {
        core.onTick(nowMs, effects);
    }

    /** Gives up everything. */
    public void failAll(ErrorCode error) {
        core.failAll(error, "", effects);
    }

    /** The next attempt to send now; null when there is none. */
    public @Nullable Attempt nextSend(long nowMs) {
        SendBatch send = core.nextSend(nowMs, effects);
        if (send == null) {
            return null;
        }
        BatchIdentity identity = send.identity();
        return new Attempt(
                send.batchId(),
                send.attemptId(),
                identity.producerId(),
                identity.producerEpoch(),
                identity.baseSequence(),
                send.leaderEpoch());
    }

    /** Whether every batch is settled. */
    public boolean isIdle() {
        return core.isIdle();
    }

    private record ListenerHandler(Listener listener) implements ProducerEffect.Handler {
        @Override
        public void completeBatch(ProducerEffect.CompleteBatch effect) {
            listener.onWritten(effect.batchId(), effect.writtenAt().baseOffset());
        }

        @Override
        public void failBatch(ProducerEffect.FailBatch effect) {
            listener.onFailed(effect.batchId(), effect.error(), effect.outcome());
        }

        @Override
        public void refreshLeader(ProducerEffect.RefreshLeader effect) {
            listener.onRefreshLeader();
        }

        @Override
        public void reportIdentity(ProducerEffect.ReportIdentity effect) {
            // For people only.
        }
    }
}
