// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record by value, to compare what was written with what is read. */
record SampleRecord(
        long timestampMs, @Nullable Bytes key, @Nullable Bytes value, List<RecordHeader> headers) {

    static SampleRecord of(RecordView view) {
        return new SampleRecord(view.timestampMs(), Bytes.of(view.key()), Bytes.of(view.value()), view.headers());
    }

    void appendTo(BatchBuilder builder) {
        builder.append(timestampMs, Bytes.array(key), Bytes.array(value), headers);
    }

    /** Bytes by value. */
    record Bytes(ByteBuffer buffer) {
        static @Nullable Bytes of(@Nullable ByteBuffer buffer) {
            if (buffer == null) {
                return null;
            }
            byte[] copy = new byte[buffer.remaining()];
            buffer.duplicate().get(copy);
            return new Bytes(ByteBuffer.wrap(copy));
        }

        static Bytes of(byte[] bytes) {
            return new Bytes(ByteBuffer.wrap(bytes));
        }

        static byte @Nullable [] array(@Nullable Bytes bytes) {
            if (bytes == null) {
                return null;
            }
            byte[] copy = new byte[bytes.buffer.capacity()];
            bytes.buffer.get(0, copy);
            return copy;
        }

        @Override
        public String toString() {
            return buffer.capacity() + " bytes, hash " + buffer.hashCode();
        }
    }
}
