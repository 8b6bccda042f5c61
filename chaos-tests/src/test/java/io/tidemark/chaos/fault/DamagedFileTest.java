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

class DamagedFileTest {
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
        String evidence = DamagedFile.flip(file, new Random(1));

        byte[] after = Files.readAllBytes(file);
        int at = Arrays.mismatch(before, after);
        assertThat(at).isBetween(0, WRITTEN_BYTES);
        assertThat(BitSet.valueOf(new byte[] {(byte) (before[at] ^ after[at])}).cardinality())
                .isEqualTo(1);
        after[at] = before[at];
        assertThat(after).isEqualTo(before);
        assertThat(evidence).contains("byte " + at + " was 7");
    }

    @Test
    void aTruncatedFileLacksSomeOfWhatWasWritten() throws IOException {
        String evidence = DamagedFile.truncate(file);

        assertThat(file).hasSize(WRITTEN_BYTES * 3 / 4);
        assertThat(evidence).contains("ends at byte 45000", "was written to 60000");
    }
}
