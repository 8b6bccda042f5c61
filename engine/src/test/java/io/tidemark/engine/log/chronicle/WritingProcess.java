// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.UUID;

/** Writes to a log as fast as it can until it is killed; tells through a mapped file what it was promised. */
final class WritingProcess {
    static final UUID TOPIC_ID = new UUID(5, 6);
    static final LogConfig CONFIG = new LogConfig(8 << 20, Long.MAX_VALUE, 1 << 20);
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);
    static final int ACKNOWLEDGED_AT = 0;
    static final int STARTED_AT = 8;

    private static final int VALUE_MAX_BYTES = 1_000_000;

    private WritingProcess() {}

    static MappedByteBuffer promises(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
        }
    }

    /** Arguments: directory of the store, file of promises, seed. */
    public static void main(String[] arguments) throws IOException {
        MappedByteBuffer promises = promises(Path.of(arguments[1]));
        ChronicleLogStore store = ChronicleLogStore.open(Path.of(arguments[0]));
        PartitionLog log = store.open("kill", TOPIC_ID, 0, CONFIG).log();
        Random random = new Random(Long.parseLong(arguments[2]));
        while (true) {
            write(log, random, promises);
            promises.putLong(STARTED_AT, 1);
        }
    }

    private static void write(PartitionLog log, Random random, MappedByteBuffer promises) throws IOException {
        int valueBytes = (int) (100 * Math.pow(VALUE_MAX_BYTES / 100.0, random.nextDouble()));
        long end = log.logEndOffset();
        ByteBuffer batch =
                TestBatches.keyed(end, 1 + random.nextInt(3) % (VALUE_MAX_BYTES / valueBytes), 1, 1, valueBytes);
        log.append(batch, end);
        promises.putLong(ACKNOWLEDGED_AT, log.logEndOffset());
        if (random.nextInt(40) == 0) {
            long to = Math.max(log.logStartOffset(), end - random.nextInt(5));
            promises.putLong(ACKNOWLEDGED_AT, Math.max(0, to - 3));
            log.truncateTo(to, 1);
            promises.putLong(ACKNOWLEDGED_AT, log.logEndOffset());
        }
        if (random.nextInt(20) == 0) {
            log.trimTo(log.retainedStart(new RetentionPolicy(32 << 20, -1), 0, log.logEndOffset()));
        }
        if (random.nextInt(100) == 0) {
            log.flush();
        }
        if (random.nextInt(60) == 0) {
            log.compact(POLICY, 0, log.logEndOffset());
        }
    }
}
