// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CompactorTest {
    private static final int ROOM_FOR_KEYS = 100;
    private static final CompactionPolicy POLICY =
            new CompactionPolicy(0, 0, ROOM_FOR_KEYS * 3 * Long.BYTES, Long.MAX_VALUE);

    private static ByteBuffer batch(long offset, long producerId, String key) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        if (producerId >= 0) {
            builder.producer(producerId, (short) 0, 0);
        }
        KeyedRecord.append(builder, 1000, key + "=1");
        return builder.build(offset, 0);
    }

    @Test
    void looksAtNoMoreKeysThanItsMemoryHolds() throws IOException {
        Compactor compactor = new Compactor(POLICY, 0, 2000);
        long taken = 0;
        while (taken < 1000 && compactor.map(batch(taken, -1, "key" + taken))) {
            taken++;
        }
        assertThat(taken).isBetween((long) ROOM_FOR_KEYS / 2, (long) ROOM_FOR_KEYS);
        assertThat(compactor.mappedEndOffset()).isEqualTo(taken);
    }

    @Test
    void countsProducersAsWell() throws IOException {
        Compactor compactor = new Compactor(POLICY, 0, 2000);
        long taken = 0;
        while (taken < 1000 && compactor.map(batch(taken, taken, "key"))) {
            taken++;
        }
        assertThat(taken).isBetween(1L, (long) ROOM_FOR_KEYS / 4);
    }

    @Test
    void takesTheSameKeysAgainAndAgain() throws IOException {
        Compactor compactor = new Compactor(POLICY, 0, 2000);
        for (int i = 0; i < 1000; i++) {
            assertThat(compactor.map(batch(i, -1, "key" + i % 10))).isTrue();
        }
        assertThat(compactor.filter(batch(10, -1, "key0"))).isNull();
    }
}
