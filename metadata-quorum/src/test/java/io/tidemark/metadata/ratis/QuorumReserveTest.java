// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuorumReserveTest {
    private static final long RESERVE_BYTES = 200_000;

    private final List<String> fatal = new ArrayList<>();
    private long freeBytes = 10 * RESERVE_BYTES;

    private final Path directory;

    QuorumReserveTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void takesRealBlocksOnce() throws Exception {
        reserve().take();
        Path file = directory.resolve("quorum-reserve");
        assertThat(file).hasSize(RESERVE_BYTES);
        var before = Files.getLastModifiedTime(file);
        reserve().take();
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(before);
    }

    @Test
    void aReserveThatWasCutShortIsTakenAgain() throws Exception {
        Files.write(directory.resolve("quorum-reserve"), new byte[7]);
        reserve().take();
        assertThat(directory.resolve("quorum-reserve")).hasSize(RESERVE_BYTES);
    }

    @Test
    void theNodeStopsAndTheSpaceIsGivenUpBeforeTheDiskIsFull() throws Exception {
        QuorumReserve reserve = reserve();
        reserve.take();
        reserve.check();
        assertThat(fatal).isEmpty();

        freeBytes = RESERVE_BYTES / 4;
        reserve.check();
        reserve.check();

        assertThat(fatal).hasSize(1);
        assertThat(fatal.get(0)).contains("make room").doesNotContain("\n");
        assertThat(directory.resolve("quorum-reserve")).doesNotExist();
    }

    private QuorumReserve reserve() {
        return new QuorumReserve(directory, RESERVE_BYTES, () -> freeBytes, (reason, cause) -> fatal.add(reason));
    }
}
