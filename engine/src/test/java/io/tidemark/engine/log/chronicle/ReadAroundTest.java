// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.MappedBytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadAroundTest {
    private static final int MAPPING_BYTES = 8 << 10;
    private static final int MANY_BYTES = 64 << 10;
    private static final long CHUNK_BYTES = 256 << 10;
    private static final long OVERLAP_BYTES = 64 << 10;

    private final Told told = new Told();
    private final ReadAround readAround = new ReadAround(told);
    private final BytesStore<?, ?> first = BytesStore.nativeStore(MAPPING_BYTES);
    private final BytesStore<?, ?> second = BytesStore.nativeStore(MAPPING_BYTES);

    @AfterEach
    void release() {
        first.releaseLast();
        second.releaseLast();
    }

    @Test
    void recordsThatAreCopiedKeepIt() {
        assertThat(readAround.copies(first, 1000)).isTrue();
        assertThat(readAround.copies(second, 1000)).isTrue();
        assertThat(told.changes).isEmpty();
    }

    @Test
    void recordsThatPassTheMappingEndItOnceForEachMapping() {
        readAround.passes(first);
        readAround.passes(first);
        readAround.passes(second);
        assertThat(told.changes).containsExactly(off(first), off(second));
    }

    @Test
    void aSmallRecordAmongLargeOnesChangesNothing() {
        readAround.passes(first);
        assertThat(readAround.copies(first, 1000)).isFalse();
        readAround.passes(first);
        assertThat(readAround.copies(second, MANY_BYTES - 1)).isFalse();
        assertThat(told.changes).containsExactly(off(first), off(second));
    }

    @Test
    void manySmallRecordsInARowBringItBack() {
        readAround.passes(first);
        assertThat(readAround.copies(first, MANY_BYTES / 2)).isFalse();
        assertThat(readAround.copies(first, MANY_BYTES / 2)).isTrue();
        assertThat(readAround.copies(second, 1)).isTrue();
        assertThat(told.changes).containsExactly(off(first), "on " + first.addressForWrite(0) + " " + MAPPING_BYTES);
    }

    @Test
    void concernsOneMappingOfAFileAndNoByteBeyond(@TempDir Path dir) throws IOException {
        try (MappedBytes file = MappedBytes.mappedBytes(dir.resolve("mapped").toFile(), CHUNK_BYTES, OVERLAP_BYTES)) {
            file.writePosition(3 * CHUNK_BYTES + 100);
            file.writeByte((byte) 1);
            BytesStore<?, ?> fourth = file.bytesStore();
            readAround.passes(fourth);
            assertThat(told.changes)
                    .containsExactly(
                            "off " + fourth.addressForWrite(3 * CHUNK_BYTES) + " " + (CHUNK_BYTES + OVERLAP_BYTES));
        }
    }

    private static String off(BytesStore<?, ?> mapping) {
        return "off " + mapping.addressForWrite(0) + " " + MAPPING_BYTES;
    }

    private static final class Told extends NoSpace {
        private final List<String> changes = new ArrayList<>();

        @Override
        public void readAround(long address, long lengthBytes, boolean wanted) {
            changes.add((wanted ? "on " : "off ") + address + " " + lengthBytes);
        }
    }
}
