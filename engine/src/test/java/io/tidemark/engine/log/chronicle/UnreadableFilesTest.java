// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a mapping that cannot be read, as a failing disk has them: here because the file under it was cut off. */
class UnreadableFilesTest {
    @Test
    void areAnErrorToWhoReadsThereAndNoneToWhoReadsElsewhere(@TempDir Path directory) throws IOException {
        LogFiles files = new LogFiles(directory);
        files.fill(100);
        files.log().flush();
        try (LogSlice before = files.log().read(0, 1 << 20, 100)) {
            assertThat(before.sizeBytes()).isPositive();
        }
        try (FileChannel file = FileChannel.open(files.files().segment(0), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }

        // The second where compiled code went on, so that the error comes to whoever asked for the read.
        assertThatThrownBy(() -> files.log().read(0, 1 << 20, 100))
                .isInstanceOfAny(IOException.class, InternalError.class);
        try (LogSlice elsewhere = files.log().read(60, 1 << 20, 100)) {
            assertThat(elsewhere.copy()).hasSize(elsewhere.sizeBytes());
        }
        files.abandon();
    }

    /** A checksum that is computed in place, by compiled code, would end the process. */
    @Test
    void areAnErrorToWhoVerifiesWhatLiesThere(@TempDir Path directory) throws IOException {
        LogFiles files = new LogFiles(directory, new LogConfig(16 << 20, Long.MAX_VALUE, 1 << 20));
        for (int i = 0; i < 4; i++) {
            files.log().append(TestBatches.batch(i, 1, 0, 1000, 200_000), i);
        }
        files.log().flush();
        verifyUntilCompiled(files);
        long insideTheLast = files.records(0).get(3) + 100_000;
        files.cut(files.files().segment(0), insideTheLast);

        assertThatThrownBy(() -> files.log().readVerified(3, 1 << 20, 4))
                .isInstanceOfAny(IOException.class, InternalError.class);
        files.abandon();
    }

    private static void verifyUntilCompiled(LogFiles files) throws IOException {
        for (int i = 0; i < 20_000; i++) {
            try (LogSlice slice = files.log().readVerified(i % 4, 1, 4)) {
                assertThat(slice.sizeBytes()).isPositive();
            }
        }
    }
}
