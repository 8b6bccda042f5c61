// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.BatchBuilder;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record with a key, as tests of compaction see it. */
public record KeyedRecord(
        long offset, @Nullable String key, @Nullable String value, long timestampMs) {

    /** A batch of records {@code key=value}; {@code key=} deletes; no {@code =} makes a record without a key. */
    public static ByteBuffer batch(long baseOffset, int leaderEpoch, Compression codec, String... records) {
        BatchBuilder builder = new BatchBuilder(codec);
        append(builder, 1000 + baseOffset, records);
        return builder.build(baseOffset, leaderEpoch);
    }

    static void append(BatchBuilder builder, long timestampMs, String... records) {
        for (String record : records) {
            int at = record.indexOf('=');
            byte[] key = at < 0 ? null : bytes(record.substring(0, at));
            byte[] value = at == record.length() - 1 ? null : bytes(record.substring(at + 1));
            builder.append(timestampMs, key, value, List.of());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** All records of a log from an offset on. */
    static List<KeyedRecord> of(PartitionLog log, long fromOffset) throws IOException {
        List<KeyedRecord> found = new ArrayList<>();
        log.scan(fromOffset, batch -> addTo(found, batch));
        return found;
    }

    static List<KeyedRecord> of(List<ByteBuffer> batches) {
        List<KeyedRecord> found = new ArrayList<>();
        batches.forEach(batch -> addTo(found, batch));
        return found;
    }

    private static void addTo(List<KeyedRecord> found, ByteBuffer batch) {
        for (RecordView record : BatchRecords.of(batch)) {
            found.add(new KeyedRecord(
                    record.offset(), text(record.keyCopy()), text(record.valueCopy()), record.timestampMs()));
        }
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** What is left when of the records below an offset only the last of each key stays. */
    static List<KeyedRecord> compacted(List<KeyedRecord> records, long cleanedEndOffset) {
        Map<String, Long> last = new HashMap<>();
        for (KeyedRecord record : records) {
            if (record.key != null && record.offset < cleanedEndOffset) {
                last.put(record.key, record.offset);
            }
        }
        return records.stream()
                .filter(record -> record.key == null
                        || record.offset >= cleanedEndOffset
                        || last.getOrDefault(record.key, -1L) == record.offset)
                .toList();
    }

    /** Whether no offset is missing between the batches, nor before the end, and epochs never fall. */
    static boolean areDense(List<ByteBuffer> batches, long endOffset) {
        long next = -1;
        int epoch = -1;
        for (ByteBuffer batch : batches) {
            boolean follows = next < 0 || RecordBatch.baseOffset(batch) == next;
            if (!follows || RecordBatch.leaderEpoch(batch) < epoch) {
                return false;
            }
            next = RecordBatch.endOffset(batch);
            epoch = RecordBatch.leaderEpoch(batch);
        }
        return next < 0 || next == endOffset;
    }
}
