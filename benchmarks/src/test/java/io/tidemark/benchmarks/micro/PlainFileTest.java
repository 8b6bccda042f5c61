// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainFileTest {
    private static final int BATCH_BYTES = 10;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void nothingIsDeletedBeforeRetentionAndThenTheKeptBytesAreLeft() throws IOException {
        try (PlainFile file = new PlainFile(directory.resolve("plain"), 2 * BATCH_BYTES, 4 * BATCH_BYTES)) {
            for (int i = 0; i < 9; i++) {
                file.append(ByteBuffer.allocate(BATCH_BYTES));
            }
            assertThat(names()).containsExactly("plain-0", "plain-1", "plain-2", "plain-3", "plain-4");

            file.retain();

            assertThat(names()).containsExactly("plain-2", "plain-3", "plain-4");
        }
    }

    @Test
    void theBatchIsLeftAsItWas() throws IOException {
        ByteBuffer batch = ByteBuffer.allocate(BATCH_BYTES).position(3);
        try (PlainFile file = new PlainFile(directory.resolve("plain"), 100, 100)) {
            assertThat(file.append(batch)).isEqualTo(BATCH_BYTES - 3);
        }

        assertThat(batch.position()).isEqualTo(3);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
