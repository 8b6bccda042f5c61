// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BatchCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A disk on which files get only so many blocks, as under a quota; what {@link FullDiskTest} asks, without its rights. */
class FullQuotaTest extends FullDiskContract {
    private Path topics = Path.of("");
    private SpaceSource quota = new NoSpace();

    /** Counts the blocks of each file up to where they end. */
    private static final class Quota extends ForwardingSpace {
        private final Map<Path, Long> ends = new HashMap<>();

        Quota(SpaceSource disk) {
            super(disk);
        }

        @Override
        public synchronized boolean allocate(Path file, long position, long lengthBytes) throws IOException {
            ends.keySet().removeIf(Files::notExists);
            long usedBytes = ends.values().stream().mapToLong(end -> end).sum();
            long endBefore = ends.getOrDefault(file, 0L);
            long end = Math.max(endBefore, position + lengthBytes);
            if (usedBytes - endBefore + end > DISK_BYTES || !super.allocate(file, position, lengthBytes)) {
                return false;
            }
            ends.put(file, end);
            return true;
        }

        @Override
        public synchronized void release(Path file, long position) throws IOException {
            super.release(file, position);
            ends.computeIfPresent(file, (any, end) -> Math.min(end, position));
        }
    }

    @BeforeEach
    void limit(@TempDir Path directory) throws IOException {
        topics = directory;
        quota = new Quota(PosixSpace.open(directory));
    }

    @Override
    ChronicleLogStore open() throws IOException {
        return ChronicleLogStore.open(topics, quota, System::currentTimeMillis, BatchCount::new);
    }
}
