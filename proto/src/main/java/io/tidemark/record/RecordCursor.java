// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;

/**
 * Steps through encoded records and checks that each is whole: every length stays inside the record and the record
 * uses all of its own length. The fields describe the current record; positions are those of {@link #bytes}.
 */
final class RecordCursor {
    private final RecordInput input;

    /** Records passed, the current one included. */
    int passed;

    ByteBuffer bytes;
    long timestampDelta;
    int offsetDelta;
    /** Where the key's length, and with it all that does not depend on the batch, begins. */
    int fieldsAt;

    int keyAt;
    int keyLength;
    int valueAt;
    int valueLength;
    int headersAt;
    int headerCount;

    private int at;
    int end;

    RecordCursor(RecordInput input) {
        this.input = input;
        this.bytes = input.window();
    }

    /** Whether no byte is left. */
    boolean isExhausted() {
        return !input.has(1);
    }

    /** Goes to the next record, which must be there. */
    void advance() {
        passed++;
        int recordBytes = lengthPrefix();
        if (!input.has(recordBytes)) {
            throw malformed("is cut off");
        }
        bytes = input.window();
        at = bytes.position();
        end = at + recordBytes;
        parse();
        input.skip(recordBytes);
    }

    private int lengthPrefix() {
        int prefixBytes = 1;
        while (true) {
            if (!input.has(prefixBytes)) {
                throw malformed("is missing: the batch's records end before it");
            }
            ByteBuffer window = input.window();
            if (window.get(window.position() + prefixBytes - 1) >= 0) {
                break;
            }
            if (prefixBytes == Varint.MAX_VARINT_BYTES) {
                throw malformed("has a length of too many bytes");
            }
            prefixBytes++;
        }
        bytes = input.window();
        at = bytes.position();
        end = at + prefixBytes;
        int recordBytes = varint();
        if (recordBytes < 0) {
            throw malformed("has length " + recordBytes);
        }
        input.skip(prefixBytes);
        return recordBytes;
    }

    private void parse() {
        skip(1); // attributes, none of which has a meaning yet
        timestampDelta = varlong(Varint.MAX_VARLONG_BYTES);
        offsetDelta = varint();
        fieldsAt = at;
        keyLength = nullableLength();
        keyAt = at;
        skip(Math.max(0, keyLength));
        valueLength = nullableLength();
        valueAt = at;
        skip(Math.max(0, valueLength));
        headerCount = varint();
        headersAt = at;
        skipHeaders();
        if (at != end) {
            throw malformed("has " + (end - at) + " bytes too many");
        }
    }

    private void skipHeaders() {
        if (headerCount < 0) {
            throw malformed("has " + headerCount + " headers");
        }
        for (int i = 0; i < headerCount; i++) {
            int keyBytes = varint();
            if (keyBytes < 0) {
                throw malformed("has a header without key");
            }
            skip(keyBytes);
            skip(Math.max(0, nullableLength()));
        }
    }

    private int nullableLength() {
        int length = varint();
        if (length < -1) {
            throw malformed("has a field of length " + length);
        }
        return length;
    }

    private void skip(int count) {
        if (count > end - at) {
            throw malformed("has a field that goes past its end");
        }
        at += count;
    }

    private int varint() {
        long value = varlong(Varint.MAX_VARINT_BYTES);
        if (value != (int) value) {
            throw malformed("has a number that is too large");
        }
        return (int) value;
    }

    private long varlong(int maxBytes) {
        long zigZag = 0;
        for (int i = 0; i < maxBytes; i++) {
            if (at == end) {
                throw malformed("ends inside a number");
            }
            byte part = bytes.get(at++);
            zigZag |= (part & 0x7FL) << (7 * i);
            if (part >= 0) {
                return (zigZag >>> 1) ^ -(zigZag & 1);
            }
        }
        throw malformed("has a number of too many bytes");
    }

    private CorruptBatchException malformed(String what) {
        return new CorruptBatchException("record " + (passed - 1) + " of the batch " + what);
    }
}
