// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDamageTest {
    private static final int WRITTEN_BYTES = 60_000;

    @TempDir
    Path folder = Path.of("");

    private final byte[] before = new byte[100_000];
    private Path file = folder;

    @BeforeEach
    void writeAFileThatEndsInZeros() throws IOException {
        Arrays.fill(before, 0, WRITTEN_BYTES, (byte) 7);
        file = Files.write(folder.resolve("00000001.cq4"), before);
    }

    @Test
    void oneBitAmongWhatWasWrittenIsAnother() throws IOException {
        String evidence = FileDamage.BIT_FLIP.done(file, new Random(1));

        byte[] after = Files.readAllBytes(file);
        int at = Arrays.mismatch(before, after);
        assertThat(at).isBetween(0, WRITTEN_BYTES);
        assertThat(BitSet.valueOf(new byte[] {(byte) (before[at] ^ after[at])}).cardinality())
                .isEqualTo(1);
        after[at] = before[at];
        assertThat(after).isEqualTo(before);
        assertThat(evidence).startsWith("BIT_FLIP of ").contains("00000001.cq4: 100000 bytes");
    }

    @Test
    void aTruncatedFileLacksSomeOfWhatWasWritten() throws IOException {
        String evidence = FileDamage.TRUNCATION.done(file, new Random(1));

        assertThat(file).hasSize(WRITTEN_BYTES * 3 / 4);
        assertThat(evidence).startsWith("TRUNCATION of ").contains("100000 bytes", "now 45000 bytes");
    }

    @Test
    void aFileWithAnEmptyMiddleIsChangedWhereItEnds() throws IOException {
        byte[] slots = new byte[592];
        slots[5] = 1;
        slots[591] = 2;
        Files.write(file, slots);

        assertThat(FileDamage.BIT_FLIP.done(file, new Random(1))).isNotEmpty();
        assertThat(Arrays.mismatch(slots, Files.readAllBytes(file))).isEqualTo(591);
    }
}
