// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProducerFoldTest {
    private static ByteBuffer batch(long baseOffset, long producerId, int sequence) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.producer(producerId, (short) 3, sequence);
        builder.append(0, (byte[]) null, new byte[3], List.of());
        return builder.build(baseOffset, 0);
    }

    @Test
    void goesOnFromWhatWasSaved() {
        ProducerFold whole = new ProducerFold();
        ProducerFold first = new ProducerFold();
        ProducerFold second = new ProducerFold();
        for (int i = 0; i < 40; i++) {
            whole.onBatch(batch(i, i % 7, i / 7));
            if (i < 25) {
                first.onBatch(batch(i, i % 7, i / 7));
            }
        }
        second.onBatch(batch(0, 99, 0));
        second.clear();
        second.restore(first.save());
        for (int i = 25; i < 40; i++) {
            second.onBatch(batch(i, i % 7, i / 7));
        }
        assertThat(second.states().snapshots()).isEqualTo(whole.states().snapshots());
    }

    @Test
    void savesOnlyThoseThatWroteLast() {
        ProducerFold fold = new ProducerFold();
        int producers = ProducerFold.MAX_PRODUCERS + 3;
        for (int i = 0; i < producers; i++) {
            fold.onBatch(batch(i, i, 0));
        }
        ProducerFold restored = new ProducerFold();
        restored.restore(fold.save());

        assertThat(restored.states().size()).isEqualTo(ProducerFold.MAX_PRODUCERS);
        assertThat(restored.states().snapshots().get(0).producerId()).isEqualTo(3);
    }
}
