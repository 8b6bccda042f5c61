// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;

/** Kafka's reader reads what is built here, and what Kafka's writer builds is read here. */
@Domain(SampleBatches.class)
class KafkaCompatibilityTest {
    private static final int LIMIT_BYTES = Integer.MAX_VALUE;

    @Property(tries = 300)
    void kafkaReadsWhatIsBuilt(@ForAll SampleBatch sample) {
        List<MutableRecordBatch> batches = new ArrayList<>();
        MemoryRecords.readableRecords(sample.build()).batches().forEach(batches::add);

        assertThat(batches).hasSize(1);
        MutableRecordBatch batch = batches.get(0);
        batch.ensureValid();
        assertThat(batch.magic()).isEqualTo((byte) 2);
        assertThat(batch.baseOffset()).isEqualTo(sample.baseOffset());
        assertThat(batch.lastOffset())
                .isEqualTo(sample.baseOffset() + sample.records().size() - 1);
        assertThat(batch.countOrNull()).isEqualTo(sample.records().size());
        assertThat(batch.partitionLeaderEpoch()).isEqualTo(sample.leaderEpoch());
        assertThat(batch.compressionType().id)
                .isEqualTo((byte) sample.compression().id());
        assertThat(batch.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(batch.maxTimestamp()).isEqualTo(sample.maxTimestampMs());
        assertThat(batch.isTransactional() || batch.isControlBatch()).isFalse();
        assertThat(producerOf(batch)).isEqualTo(sample.producer());
        assertThat(kafkaRecords(batch)).isEqualTo(sample.records());
    }

    @Property(tries = 300)
    void whatKafkaBuildsIsReadAndAccepted(@ForAll SampleBatch sample) {
        ByteBuffer batch = kafkaBuilds(sample);

        assertThat(BatchValidator.validate(batch, LIMIT_BYTES, true)).isNull();
        assertThat(RecordBatch.baseOffset(batch)).isEqualTo(sample.baseOffset());
        assertThat(RecordBatch.endOffset(batch))
                .isEqualTo(sample.baseOffset() + sample.records().size());
        assertThat(RecordBatch.count(batch)).isEqualTo(sample.records().size());
        assertThat(RecordBatch.leaderEpoch(batch)).isEqualTo(sample.leaderEpoch());
        assertThat(RecordBatch.codecId(batch)).isEqualTo(sample.compression().id());
        assertThat(RecordBatch.baseTimestampMs(batch))
                .isEqualTo(sample.records().get(0).timestampMs());
        assertThat(RecordBatch.maxTimestampMs(batch)).isEqualTo(sample.maxTimestampMs());
        assertThat(new SampleBatch.Producer(
                        RecordBatch.producerId(batch),
                        RecordBatch.producerEpoch(batch),
                        RecordBatch.baseSequence(batch)))
                .isEqualTo(sample.producer());
        assertThat(SampleBatch.read(batch)).isEqualTo(sample.records());
    }

    @Property(tries = 100)
    void uncompressedBatchesAreTheSameBytes(@ForAll SampleBatch sample) {
        SampleBatch plain = sample.withCompression(Compression.NONE);

        assertThat(plain.build()).isEqualTo(kafkaBuilds(plain));
    }

    // Gzip and zstd are handed their input in other pieces by Kafka, which cut it into other blocks.
    @Property(tries = 100)
    void lz4AndSnappyBatchesAreTheSameBytes(@ForAll SampleBatch sample) {
        for (Compression codec : List.of(Compression.LZ4, Compression.SNAPPY)) {
            SampleBatch compressed = sample.withCompression(codec);
            assertThat(compressed.build()).as(codec.name()).isEqualTo(kafkaBuilds(compressed));
        }
    }

    private static ByteBuffer kafkaBuilds(SampleBatch sample) {
        MemoryRecordsBuilder builder = MemoryRecords.builder(
                ByteBuffer.allocate(1024),
                (byte) 2,
                kafkaCodec(sample.compression()),
                TimestampType.CREATE_TIME,
                sample.baseOffset(),
                0L,
                sample.producer().id(),
                sample.producer().epoch(),
                sample.producer().baseSequence(),
                false,
                sample.leaderEpoch());
        for (SampleRecord record : sample.records()) {
            Header[] headers = record.headers().stream()
                    .map(header ->
                            new org.apache.kafka.common.header.internals.RecordHeader(header.key(), header.value()))
                    .toArray(Header[]::new);
            builder.append(
                    record.timestampMs(),
                    SampleRecord.Bytes.array(record.key()),
                    SampleRecord.Bytes.array(record.value()),
                    headers);
        }
        return builder.build().buffer();
    }

    private static org.apache.kafka.common.compress.Compression kafkaCodec(Compression compression) {
        return switch (compression) {
            case NONE -> org.apache.kafka.common.compress.Compression.NONE;
            case GZIP -> org.apache.kafka.common.compress.Compression.gzip().build();
            case SNAPPY -> org.apache.kafka.common.compress.Compression.snappy().build();
            case LZ4 -> org.apache.kafka.common.compress.Compression.lz4().build();
            case ZSTD -> org.apache.kafka.common.compress.Compression.zstd().build();
        };
    }

    private static SampleBatch.Producer producerOf(MutableRecordBatch batch) {
        return new SampleBatch.Producer(batch.producerId(), batch.producerEpoch(), batch.baseSequence());
    }

    private static List<SampleRecord> kafkaRecords(MutableRecordBatch batch) {
        List<SampleRecord> records = new ArrayList<>();
        for (Record record : batch) {
            record.ensureValid();
            List<RecordHeader> headers = Arrays.stream(record.headers())
                    .map(header -> new RecordHeader(header.key(), header.value()))
                    .toList();
            records.add(new SampleRecord(
                    record.timestamp(),
                    SampleRecord.Bytes.of(record.key()),
                    SampleRecord.Bytes.of(record.value()),
                    headers));
        }
        return records;
    }
}
