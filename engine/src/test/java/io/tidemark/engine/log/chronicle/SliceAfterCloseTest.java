// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogSlice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that keeps a buffer for too long reads zeros; it must not end the process. */
class SliceAfterCloseTest {
    private LogFiles files;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        files = new LogFiles(dir);
        files.fill(100);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private List<ByteBuffer> kept() throws IOException {
        try (LogSlice slice = files.log().read(0, 1 << 20, 100)) {
            return slice.buffers();
        }
    }

    private static long sumOf(List<ByteBuffer> buffers) {
        long sum = 0;
        for (ByteBuffer buffer : buffers) {
            for (int i = 0; i < buffer.limit(); i++) {
                sum += buffer.get(i) & 0xff;
            }
        }
        return sum;
    }

    private static boolean isMapped(String name) throws IOException {
        return Files.readString(Path.of("/proc/self/maps")).contains(name);
    }

    @Test
    void staysReadableWhileTheLogIsOpen() throws IOException {
        assertThat(sumOf(kept())).isPositive();
    }

    @Test
    void readsZerosOnceTheLogIsClosed() throws IOException {
        List<ByteBuffer> kept = kept();
        files.log().close();
        assertThat(sumOf(kept)).isZero();
    }

    @Test
    void readsZerosOnceTheSegmentIsDeletedAndKeepsNoDiskBlocks() throws IOException {
        List<ByteBuffer> kept = kept();
        String first = files.files().segment(0).toString();
        assertThat(isMapped(first)).isTrue();
        files.log().trimTo(100);
        files.log().close();
        assertThat(files.files().segment(0)).doesNotExist();
        assertThat(sumOf(kept)).isZero();
        assertThat(isMapped(first)).isFalse();
    }

    @Test
    void keepsTheBytesForAsLongAsAnotherSliceIsOpen() throws IOException {
        try (LogSlice open = files.log().read(0, 1 << 20, 100)) {
            List<ByteBuffer> kept = kept();
            files.log().close();
            assertThat(sumOf(kept)).isPositive();
            assertThat(sumOf(open.buffers())).isEqualTo(sumOf(kept));
        }
    }
}
