// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;

/** Batches for tests: right headers, empty bodies. */
final class Batches {
    private static final int MAGIC_AT = 16;
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int PRODUCER_ID_AT = 43;
    private static final int PRODUCER_EPOCH_AT = 51;
    private static final int BASE_SEQUENCE_AT = 53;
    private static final int COUNT_AT = 57;

    private Batches() {}

    /** A batch as a client sends it. */
    static ByteBuffer ofRecords(int count) {
        return ofProducer(count, RecordBatch.NO_PRODUCER_ID, -1, -1);
    }

    /** A batch of an idempotent producer. */
    static ByteBuffer ofProducer(int count, long producerId, int producerEpoch, int baseSequence) {
        ByteBuffer batch = ByteBuffer.allocate(RecordBatch.HEADER_BYTES);
        batch.putInt(8, RecordBatch.HEADER_BYTES - RecordBatch.LENGTH_OVERHEAD_BYTES);
        batch.put(MAGIC_AT, RecordBatch.MAGIC);
        batch.putInt(LAST_OFFSET_DELTA_AT, count - 1);
        batch.putLong(PRODUCER_ID_AT, producerId);
        batch.putShort(PRODUCER_EPOCH_AT, (short) producerEpoch);
        batch.putInt(BASE_SEQUENCE_AT, baseSequence);
        batch.putInt(COUNT_AT, count);
        return batch;
    }

    /** A batch as it stands in a log. */
    static ByteBuffer stored(long baseOffset, int count, int leaderEpoch) {
        return at(ofRecords(count), baseOffset, leaderEpoch);
    }

    static ByteBuffer at(ByteBuffer batch, long baseOffset, int leaderEpoch) {
        RecordBatch.setBaseOffset(batch, baseOffset);
        RecordBatch.setLeaderEpoch(batch, leaderEpoch);
        return batch;
    }

    static ByteBuffer join(ByteBuffer... batches) {
        int sizeBytes = 0;
        for (ByteBuffer batch : batches) {
            sizeBytes += batch.remaining();
        }
        ByteBuffer all = ByteBuffer.allocate(sizeBytes);
        for (ByteBuffer batch : batches) {
            all.put(batch.duplicate());
        }
        return all.flip();
    }
}
