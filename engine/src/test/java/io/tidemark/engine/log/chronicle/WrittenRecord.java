// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordView;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A record of a writing process; its number, which is its timestamp as well, tells all that is in it. There are few keys, some
 * records have none, and some delete.
 */
record WrittenRecord(long number) {
    static final int RECORDS_MAX = 4;
    private static final int VALUE_MAX_BYTES = 1_000_000;
    private static final int VALUE_MIN_BYTES = 100;
    private static final int KEYS = 7;

    /** The records of one write, which fit into a batch. */
    static List<WrittenRecord> of(long write) {
        WrittenRecord first = new WrittenRecord(write * RECORDS_MAX);
        int count = 1 + new SplittableRandom(write).nextInt(RECORDS_MAX - 1) % (VALUE_MAX_BYTES / first.valueBytes());
        return LongStream.range(0, count)
                .mapToObj(at -> new WrittenRecord(first.number + at))
                .toList();
    }

    static ByteBuffer batch(long baseOffset, int leaderEpoch, List<WrittenRecord> records) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        for (WrittenRecord record : records) {
            builder.append(record.number, record.key(), record.value(), List.of());
        }
        return builder.build(baseOffset, leaderEpoch);
    }

    /** From small to large, as many of each order of magnitude; one size for each write. */
    private int valueBytes() {
        double share = new SplittableRandom(-number / RECORDS_MAX).nextDouble();
        return (int) (VALUE_MIN_BYTES * Math.pow((double) VALUE_MAX_BYTES / VALUE_MIN_BYTES, share));
    }

    private SplittableRandom random() {
        return new SplittableRandom(number);
    }

    byte @Nullable [] key() {
        int kind = random().nextInt(KEYS + 1);
        return kind == KEYS ? null : new byte[] {(byte) kind};
    }

    boolean deletes() {
        SplittableRandom random = random();
        return random.nextInt(KEYS + 1) < KEYS && random.nextInt(5) == 0;
    }

    private byte @Nullable [] value() {
        if (deletes()) {
            return null;
        }
        byte[] value = new byte[valueBytes()];
        random().nextBytes(value);
        return value;
    }

    boolean matches(RecordView found) {
        return found.timestampMs() == number
                && Arrays.equals(found.keyCopy(), key())
                && Arrays.equals(found.valueCopy(), value());
    }
}
