// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** Batches for tests of logs. */
public final class TestBatches {
    private TestBatches() {}

    /** A batch of records that all have one timestamp. */
    public static ByteBuffer batch(long baseOffset, int count, int leaderEpoch, long timestampMs, int valueBytes) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        byte[] value = new byte[valueBytes];
        new Random(baseOffset * 31 + leaderEpoch).nextBytes(value);
        for (int i = 0; i < count; i++) {
            builder.append(timestampMs, null, value, List.of());
        }
        return builder.build(baseOffset, leaderEpoch);
    }

    /** A batch of records that all have one timestamp, with few keys between them; some records delete. */
    public static ByteBuffer keyed(long baseOffset, int count, int leaderEpoch, long timestampMs, int valueBytes) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        Random random = new Random(baseOffset * 31 + leaderEpoch);
        byte[] value = new byte[valueBytes];
        random.nextBytes(value);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(8);
            byte[] key = kind == 7 ? null : new byte[] {(byte) kind};
            builder.append(timestampMs, key, random.nextInt(5) == 0 ? null : value, List.of());
        }
        return builder.build(baseOffset, leaderEpoch);
    }

    /** A batch of one record of a hundred bytes. */
    public static ByteBuffer batch(long baseOffset, int leaderEpoch) {
        return batch(baseOffset, 1, leaderEpoch, 1000, 100);
    }

    /** A batch whose records have these timestamps. */
    public static ByteBuffer timed(long baseOffset, Compression compression, long... timestampsMs) {
        BatchBuilder builder = new BatchBuilder(compression);
        for (long timestampMs : timestampsMs) {
            builder.append(timestampMs, null, new byte[50], List.of());
        }
        return builder.build(baseOffset, 0);
    }
}
