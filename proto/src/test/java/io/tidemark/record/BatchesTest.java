// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

class BatchesTest {
    @Property(tries = 100)
    @Domain(SampleBatches.class)
    void takesBatchesApartInAnyKindOfBuffer(@ForAll @Size(max = 5) List<SampleBatch> samples) {
        List<ByteBuffer> batches = samples.stream().map(SampleBatch::build).toList();
        ByteBuffer joined = join(batches);
        ByteBuffer direct = ByteBuffer.allocateDirect(joined.remaining() + 7).order(ByteOrder.LITTLE_ENDIAN);
        direct.position(7).put(joined.duplicate()).position(7);

        assertThat(Batches.split(joined)).isEqualTo(batches);
        assertThat(Batches.splitWhole(joined)).isEqualTo(batches);
        assertThat(Batches.split(direct.asReadOnlyBuffer())).isEqualTo(batches).allMatch(ByteBuffer::isReadOnly);
        assertThat(Batches.split(direct)).isEqualTo(batches).allMatch(view -> view.order() == ByteOrder.BIG_ENDIAN);
        assertThat(direct.position()).isEqualTo(7);
    }

    @Test
    void aLastBatchThatIsCutOffAnywhereIsLeftOutOrRefused() {
        ByteBuffer batch = oneRecord();
        ByteBuffer joined = join(List.of(batch, batch));
        for (int kept = 1; kept < batch.limit(); kept++) {
            ByteBuffer cut = joined.slice(0, batch.limit() + kept);
            assertThat(Batches.splitWhole(cut)).as("%d bytes kept", kept).containsExactly(batch);
            assertThatThrownBy(() -> Batches.split(cut))
                    .isInstanceOf(CorruptBatchException.class)
                    .hasMessageContaining("cut off at byte " + cut.limit() + ", it begins at " + batch.limit());
        }
    }

    @Test
    void lengthsThatCannotBeAreRefusedEvenWhereACutIsAllowed() {
        for (int length : new int[] {-1, 0, 48, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            ByteBuffer batch = oneRecord().putInt(BatchSurgery.LENGTH_AT, length);
            assertThatThrownBy(() -> Batches.splitWhole(batch))
                    .isInstanceOf(CorruptBatchException.class)
                    .hasMessageContaining("length " + length);
        }
    }

    @Test
    void otherMagicIsRefused() {
        ByteBuffer batch = oneRecord().put(BatchSurgery.MAGIC_AT, (byte) 1);

        assertThatThrownBy(() -> Batches.splitWhole(batch))
                .isInstanceOf(CorruptBatchException.class)
                .hasMessageContaining("magic 1");
    }

    @Test
    void nothingSplitsIntoNothing() {
        assertThat(Batches.split(ByteBuffer.allocate(0))).isEmpty();
    }

    private static ByteBuffer oneRecord() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, new byte[3], List.of());
        return builder.build(0, 0);
    }

    private static ByteBuffer join(List<ByteBuffer> batches) {
        ByteBuffer joined = ByteBuffer.allocate(
                batches.stream().mapToInt(ByteBuffer::remaining).sum());
        batches.forEach(batch -> joined.put(batch.duplicate()));
        return joined.flip();
    }
}
