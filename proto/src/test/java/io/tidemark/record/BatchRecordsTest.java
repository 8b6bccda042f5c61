// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

class BatchRecordsTest {
    @Property(tries = 200)
    @Domain(SampleBatches.class)
    void readsWhatIsBuiltFromAnyKindOfBuffer(@ForAll SampleBatch sample) {
        ByteBuffer batch = sample.build();
        ByteBuffer direct = ByteBuffer.allocateDirect(batch.limit() + 5);
        direct.position(5).put(batch.duplicate()).position(5);

        assertThat(SampleBatch.read(batch)).isEqualTo(sample.records());
        assertThat(SampleBatch.read(batch.asReadOnlyBuffer())).isEqualTo(sample.records());
        assertThat(SampleBatch.read(direct.asReadOnlyBuffer())).isEqualTo(sample.records());
        assertThat(direct.position()).isEqualTo(5);
    }

    @Property(tries = 50)
    @Domain(SampleBatches.class)
    void offsetsCountFromTheBaseOffset(@ForAll SampleBatch sample) {
        long expected = sample.baseOffset();
        for (RecordView view : BatchRecords.of(sample.build())) {
            assertThat(view.offset()).isEqualTo(expected++);
        }
    }

    @Test
    void copiesAreTheSameAsViews() {
        BatchBuilder builder = new BatchBuilder(Compression.ZSTD);
        builder.append(1, new byte[] {1, 2}, (byte[]) null, List.of());
        builder.append(1, null, new byte[0], List.of(new RecordHeader("h", null)));
        Iterator<RecordView> records = BatchRecords.of(builder.build(0, 0)).iterator();

        RecordView first = records.next();
        assertThat(first.keyCopy()).containsExactly(1, 2);
        assertThat(first.key()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
        assertThat(first.valueCopy()).isNull();
        assertThat(first.value()).isNull();
        assertThat(first.hasHeaders()).isFalse();
        RecordView second = records.next();
        assertThat(second.keyCopy()).isNull();
        assertThat(second.valueCopy()).isEmpty();
        assertThat(second.hasHeaders()).isTrue();
        assertThat(records.hasNext()).isFalse();
        assertThatThrownBy(records::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void logAppendTimeIsEveryRecordsTime() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1, null, new byte[1], List.of());
        builder.append(5, null, new byte[1], List.of());
        ByteBuffer batch = builder.build(0, 0);
        batch.putShort(BatchSurgery.ATTRIBUTES_AT, (short) 0x08).putLong(BatchSurgery.MAX_TIMESTAMP_AT, 77);

        assertThat(BatchRecords.of(batch)).extracting(RecordView::timestampMs).containsExactly(77L, 77L);
    }

    @Test
    void aCompactedBatchMayHaveGaps() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, new byte[1], List.of());
        builder.append(0, null, new byte[1], List.of());
        ByteBuffer batch = builder.build(100, 0);
        batch.putInt(BatchSurgery.LAST_OFFSET_DELTA_AT, 9);
        batch.put(RecordBatch.HEADER_BYTES + 8 + 3, (byte) (2 * 6));

        assertThat(BatchRecords.of(batch)).extracting(RecordView::offset).containsExactly(100L, 106L);
    }

    @Test
    void offsetDeltasMustRise() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, new byte[1], List.of());
        builder.append(0, null, new byte[1], List.of());
        ByteBuffer batch = builder.build(0, 0);
        batch.put(RecordBatch.HEADER_BYTES + 8 + 3, (byte) 0);
        Iterator<RecordView> records = BatchRecords.of(batch).iterator();
        records.next();

        assertThatThrownBy(records::next)
                .isInstanceOf(CorruptBatchException.class)
                .hasMessage("record 1 of the batch has offset delta 0 after 0, the last is 1");
    }
}
