// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record inside a batch. Buffers are views that share the batch's bytes (or those it was decompressed to) and are
 * valid as long as these are; every call makes a new one. The record was checked when it was read: no method throws.
 */
public final class RecordView {
    private final ByteBuffer bytes;
    private final long offset;
    private final long timestampMs;
    private final int fieldsAt;
    private final int end;
    private final int keyAt;
    private final int keyLength;
    private final int valueAt;
    private final int valueLength;
    private final int headersAt;
    private final int headerCount;

    RecordView(RecordCursor cursor, long offset, long timestampMs) {
        this.bytes = cursor.bytes;
        this.offset = offset;
        this.timestampMs = timestampMs;
        this.fieldsAt = cursor.fieldsAt;
        this.end = cursor.end;
        this.keyAt = cursor.keyAt;
        this.keyLength = cursor.keyLength;
        this.valueAt = cursor.valueAt;
        this.valueLength = cursor.valueLength;
        this.headersAt = cursor.headersAt;
        this.headerCount = cursor.headerCount;
    }

    /** Key, value and headers as encoded. */
    ByteBuffer fields() {
        return bytes.slice(fieldsAt, end - fieldsAt);
    }

    /** Offset in the partition, or in the batch if that has base offset 0. */
    public long offset() {
        return offset;
    }

    /** Milliseconds since 1970-01-01 UTC; -1 for none. */
    public long timestampMs() {
        return timestampMs;
    }

    /** View of the key; null if it is. */
    public @Nullable ByteBuffer key() {
        return view(keyAt, keyLength);
    }

    /** View of the value; null if it is. */
    public @Nullable ByteBuffer value() {
        return view(valueAt, valueLength);
    }

    /** Copy of the key; null if it is. */
    public byte @Nullable [] keyCopy() {
        return copy(keyAt, keyLength);
    }

    /** Copy of the value; null if it is. */
    public byte @Nullable [] valueCopy() {
        return copy(valueAt, valueLength);
    }

    /** Whether {@link #headers} is not empty. */
    public boolean hasHeaders() {
        return headerCount > 0;
    }

    /** Copies of the headers, in order. */
    public List<RecordHeader> headers() {
        if (headerCount == 0) {
            return List.of();
        }
        List<RecordHeader> headers = new ArrayList<>(headerCount);
        ByteBuffer rest = bytes.duplicate().position(headersAt);
        for (int i = 0; i < headerCount; i++) {
            byte[] key = new byte[length(rest)];
            rest.get(key);
            int valueBytes = length(rest);
            byte[] value = valueBytes < 0 ? null : new byte[valueBytes];
            if (value != null) {
                rest.get(value);
            }
            headers.add(new RecordHeader(new String(key, StandardCharsets.UTF_8), value));
        }
        return headers;
    }

    private static int length(ByteBuffer rest) {
        long zigZag = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = rest.get();
            zigZag |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return (int) ((zigZag >>> 1) ^ -(zigZag & 1));
            }
        }
    }

    private @Nullable ByteBuffer view(int from, int length) {
        return length < 0 ? null : bytes.slice(from, length);
    }

    private byte @Nullable [] copy(int from, int length) {
        if (length < 0) {
            return null;
        }
        byte[] copy = new byte[length];
        bytes.get(from, copy);
        return copy;
    }
}
