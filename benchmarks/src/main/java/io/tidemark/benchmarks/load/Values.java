// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Record values: bytes that do not compress, headed by the time at which the record was due. */
final class Values {
    /** Smallest value that has room for the time. */
    static final int MIN_BYTES = Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] pattern;

    Values(int sizeBytes) {
        if (sizeBytes < MIN_BYTES) {
            throw new IllegalArgumentException("a value needs " + MIN_BYTES + " bytes for its time");
        }
        pattern = new byte[sizeBytes];
        new SplittableRandom(1).nextBytes(pattern);
    }

    /** One value that all records may share. */
    byte[] shared() {
        return pattern;
    }

    /** A value of its own that carries a time. */
    byte[] due(long dueNanos) {
        byte[] value = pattern.clone();
        LONG.set(value, 0, dueNanos);
        return value;
    }

    static long dueNanos(byte[] value) {
        return (long) LONG.get(value, 0);
    }
}
