// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Batches;
import io.tidemark.record.RecordHeader;
import io.tidemark.record.RecordView;
import io.tidemark.v1.Record;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes plain records of stored batches, for clients that do not read batches. */
final class RecordDecoder {
    private RecordDecoder() {}

    static void decode(ByteBuffer batches, long fromOffset, Consumer<Record> records) {
        for (ByteBuffer batch : Batches.split(batches)) {
            for (RecordView record : BatchRecords.of(batch)) {
                if (record.offset() >= fromOffset) {
                    records.accept(toWire(record));
                }
            }
        }
    }

    private static Record toWire(RecordView record) {
        Record.Builder plain = Record.newBuilder().setOffset(record.offset()).setTimestampMs(record.timestampMs());
        byte[] key = record.keyCopy();
        if (key != null) {
            plain.setKey(UnsafeByteOperations.unsafeWrap(key));
        }
        byte[] value = record.valueCopy();
        if (value != null) {
            plain.setValue(UnsafeByteOperations.unsafeWrap(value));
        }
        for (RecordHeader header : record.headers()) {
            io.tidemark.v1.RecordHeader.Builder wire =
                    io.tidemark.v1.RecordHeader.newBuilder().setKey(header.key());
            ByteString headerValue = wrap(header.value());
            if (headerValue != null) {
                wire.setValue(headerValue);
            }
            plain.addHeaders(wire);
        }
        return plain.build();
    }

    private static @Nullable ByteString wrap(byte @Nullable [] bytes) {
        return bytes == null ? null : UnsafeByteOperations.unsafeWrap(bytes);
    }
}
