// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A queue that finds a file shorter than it maps sets its length, and with that may cut off blocks that another thread has
 * got meanwhile: records then go to pages without blocks, and on a full disk end the process. So it must never find one.
 */
@Timeout(120)
class SpaceKeptTest {
    private static final int BATCH_BYTES = 16 << 10;
    /** Several of the blocks in which the queue maps a file. */
    private static final int BATCHES = 3_000;

    private static final LogConfig CONFIG = new LogConfig(24 << 20, Long.MAX_VALUE, 1 << 20);

    /** Notes how long it makes each file, before it does. */
    private static final class NotingSpace extends ForwardingSpace {
        private final Map<Path, Long> lengths;

        NotingSpace(SpaceSource disk, Map<Path, Long> lengths) {
            super(disk);
            this.lengths = lengths;
        }

        @Override
        public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
            lengths.merge(file, position + lengthBytes, Math::max);
            return super.allocate(file, position, lengthBytes);
        }

        @Override
        public void lengthen(Path file, long lengthBytes) throws IOException {
            lengths.merge(file, lengthBytes, Math::max);
            super.lengthen(file, lengthBytes);
        }
    }

    @Test
    void filesHaveOnlyTheLengthsThatTheLogGivesThem(@TempDir Path directory) throws IOException {
        Map<Path, Long> lengths = new ConcurrentHashMap<>();
        SpaceSource space = new NotingSpace(PosixSpace.open(directory), lengths);
        SegmentFiles files = new SegmentFiles(directory.resolve(LogDirectory.name("orders", LogFiles.IDENTITY)));
        ByteBuffer batch = TestBatches.batch(0, 1, 0, 1000, BATCH_BYTES);
        for (int life = 0; life < 2; life++) {
            lengths.replaceAll((segment, any) -> segment.toFile().length());
            try (ChronicleLogStore store = ChronicleLogStore.open(directory, space, () -> 1000, null)) {
                PartitionLog log =
                        store.open("orders", new UUID(3, 4), 5, CONFIG).log();
                for (int i = 0; i < BATCHES; i++) {
                    long end = log.logEndOffset();
                    RecordBatch.setBaseOffset(batch, end);
                    log.append(batch, end);
                    for (Path segment : files.segments().values()) {
                        assertThat(Files.size(segment)).isLessThanOrEqualTo(lengths.getOrDefault(segment, 0L));
                    }
                }
                assertThat(files.segments()).hasSizeGreaterThan(2);
            }
        }
    }
}
