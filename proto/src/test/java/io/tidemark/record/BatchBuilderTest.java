// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchBuilderTest {
    private static final byte[] VALUE = "a value of some length".getBytes(StandardCharsets.UTF_8);

    @Property(tries = 100)
    @Domain(SampleBatches.class)
    void sizeIsExactWithoutCompression(@ForAll SampleBatch sample) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        for (SampleRecord record : sample.records()) {
            long before = builder.sizeBytes();
            byte[] key = SampleRecord.Bytes.array(record.key());
            byte[] value = SampleRecord.Bytes.array(record.value());
            int bound = BatchBuilder.recordMaxBytes(key, value, record.headers());
            assertThat(builder.sizeBytesWith(bound)).isEqualTo(before + bound);
            record.appendTo(builder);
            assertThat((long) builder.sizeBytes()).isLessThanOrEqualTo(before + bound);
            assertThat(builder.build(0, 0).remaining()).isEqualTo(builder.sizeBytes());
        }
    }

    @Property(tries = 100)
    @Domain(SampleBatches.class)
    void buffersAndArraysMakeTheSameBatch(@ForAll SampleBatch sample) {
        BatchBuilder builder = new BatchBuilder(sample.compression());
        builder.producer(
                sample.producer().id(),
                sample.producer().epoch(),
                sample.producer().baseSequence());
        for (SampleRecord record : sample.records()) {
            builder.append(record.timestampMs(), direct(record.key()), direct(record.value()), record.headers());
        }

        assertThat(builder.build(sample.baseOffset(), sample.leaderEpoch())).isEqualTo(sample.build());
    }

    private static @Nullable ByteBuffer direct(SampleRecord.@Nullable Bytes bytes) {
        byte[] array = SampleRecord.Bytes.array(bytes);
        return array == null
                ? null
                : ByteBuffer.allocateDirect(array.length + 3)
                        .position(3)
                        .put(array)
                        .position(3);
    }

    @Property(tries = 100)
    @Domain(SampleBatches.class)
    void aClearedBuilderBuildsAsANewOne(@ForAll SampleBatch first, @ForAll SampleBatch second) {
        BatchBuilder builder = new BatchBuilder(first.compression());
        first.appendTo(builder);
        ByteBuffer built = builder.build(first.baseOffset(), first.leaderEpoch());
        builder.clear();
        SampleBatch next = second.withCompression(first.compression());
        next.appendTo(builder);

        assertThat(builder.build(next.baseOffset(), next.leaderEpoch())).isEqualTo(next.build());
        assertThat(built).isEqualTo(first.build());
    }

    @Test
    void learnsHowWellRecordsCompress() {
        for (Compression codec : List.of(Compression.GZIP, Compression.SNAPPY, Compression.LZ4, Compression.ZSTD)) {
            BatchBuilder builder = new BatchBuilder(codec);
            int builtBytes = 0;
            for (int round = 0; round < 20; round++) {
                builder.clear();
                for (int i = 0; i < 200; i++) {
                    builder.append(1, null, VALUE, List.of());
                }
                int estimate = builder.sizeBytes();
                builtBytes = builder.build(0, 0).remaining();
                assertThat(estimate).as("%s never falls short", codec).isGreaterThanOrEqualTo(builtBytes);
            }
            assertThat(builder.sizeBytes()).as("%s comes close", codec).isLessThan(builtBytes * 2);
        }
    }

    @Test
    void refusesTimestampsOutsideTheLimits() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);

        assertThatThrownBy(() -> builder.append(-2, null, VALUE, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-2 ms");
        assertThat(builder.isEmpty()).isTrue();
    }

    @Test
    void refusesToBuildNothing() {
        assertThatThrownBy(() -> new BatchBuilder(Compression.NONE).build(0, 0))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void producerOfAReadyBatchCanBeChanged() {
        BatchBuilder builder = new BatchBuilder(Compression.LZ4);
        builder.append(1, null, VALUE, List.of());
        builder.producer(7, (short) 0, 3);
        ByteBuffer batch = builder.build(0, 0);

        RecordBatch.setProducer(batch, 7, (short) 1, 0);

        builder.producer(7, (short) 1, 0);
        assertThat(batch).isEqualTo(builder.build(0, 0));
    }
}
