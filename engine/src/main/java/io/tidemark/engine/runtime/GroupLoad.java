// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.group.Groups;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.record.Batches;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.Executor;

/**
 * Reads the groups of one partition from its log, up to an offset below which everything is committed. Answers come on
 * other threads and are taken up on the group thread.
 */
final class GroupLoad {
    private static final int READ_BYTES = 1 << 20;
    private static final int READ_TIMEOUT_MS = 5_000;

    private final PartitionDirectory directory;
    private final PartitionKey key;
    private final int leaderEpoch;
    private final long endOffset;
    private final Executor thread;
    private final Result result;
    private Groups groups = Groups.NONE;

    /** Takes the outcome, once, on the group thread. */
    interface Result {
        void loaded(Groups groups);

        void failed(String reason);
    }

    /**
     * A load that has not begun.
     *
     * @param key the partition
     * @param leaderEpoch leader epoch that it must be read in
     * @param endOffset where the reading ends
     */
    GroupLoad(
            PartitionDirectory directory,
            PartitionKey key,
            int leaderEpoch,
            long endOffset,
            Executor thread,
            Result result) {
        this.directory = directory;
        this.key = key;
        this.leaderEpoch = leaderEpoch;
        this.endOffset = endOffset;
        this.thread = thread;
        this.result = result;
    }

    void readFrom(long offset) {
        if (offset >= endOffset) {
            result.loaded(groups);
            return;
        }
        Read read = new Read(offset);
        directory
                .shardFor(key)
                .deliver(
                        key,
                        read,
                        (host, nowMs) -> host.fetch(
                                read,
                                token -> new FetchInput.Consumer(
                                        token,
                                        offset,
                                        READ_BYTES,
                                        1,
                                        OptionalInt.of(leaderEpoch),
                                        nowMs + READ_TIMEOUT_MS),
                                nowMs));
    }

    private void take(byte[] bytes, long offset) {
        long next = offset;
        try {
            for (ByteBuffer batch : Batches.split(ByteBuffer.wrap(bytes))) {
                Crc.requireMatch(batch);
                groups = GroupBatches.replay(groups, batch, endOffset);
                next = Math.max(next, RecordBatch.endOffset(batch));
            }
        } catch (RuntimeException unreadable) {
            result.failed("records from offset " + offset + " cannot be read: " + unreadable.getMessage());
            return;
        }
        if (next == offset) {
            result.failed("nothing could be read at offset " + offset);
        } else {
            readFrom(next);
        }
    }

    /** One read under way. */
    private final class Read implements ReadReply {
        private final long offset;

        Read(long offset) {
            this.offset = offset;
        }

        @Override
        public void served(Effect.ServeFetch limits, LogSlice slice) {
            byte[] bytes;
            try (slice) {
                bytes = slice.copy();
            }
            thread.execute(() -> take(bytes, offset));
        }

        @Override
        public void rejected(Rejection rejection) {
            thread.execute(() -> result.failed("reading was refused: " + rejection.error()));
        }

        @Override
        public void diverging(Effect.AnswerDiverging answer) {
            throw new IllegalStateException("a reader was answered as a follower");
        }
    }
}
