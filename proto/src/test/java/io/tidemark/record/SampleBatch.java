// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Everything that goes into a batch. */
record SampleBatch(
        Compression compression, List<SampleRecord> records, long baseOffset, int leaderEpoch, Producer producer) {

    /** Who wrote it. */
    record Producer(long id, short epoch, int baseSequence) {
        static final Producer NONE = new Producer(-1, (short) -1, -1);
    }

    ByteBuffer build() {
        BatchBuilder builder = new BatchBuilder(compression);
        appendTo(builder);
        return builder.build(baseOffset, leaderEpoch);
    }

    void appendTo(BatchBuilder builder) {
        builder.producer(producer.id(), producer.epoch(), producer.baseSequence());
        records.forEach(record -> record.appendTo(builder));
    }

    SampleBatch withCompression(Compression other) {
        return new SampleBatch(other, records, baseOffset, leaderEpoch, producer);
    }

    long maxTimestampMs() {
        return records.stream().mapToLong(SampleRecord::timestampMs).max().orElseThrow();
    }

    static List<SampleRecord> read(ByteBuffer batch) {
        List<SampleRecord> records = new ArrayList<>();
        BatchRecords.of(batch).forEach(view -> records.add(SampleRecord.of(view)));
        return records;
    }
}
