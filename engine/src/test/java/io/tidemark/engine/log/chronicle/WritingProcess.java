// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Writes to a log as fast as it can until it is killed; tells through a mapped file what it was promised. */
final class WritingProcess {
    static final UUID TOPIC_ID = new UUID(5, 6);
    static final LogConfig CONFIG = new LogConfig(8 << 20, Long.MAX_VALUE, 1 << 20);
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);

    private WritingProcess() {}

    /** Arguments: directory of the store, file of promises, seed. */
    public static void main(String[] arguments) throws IOException {
        Promises promises = Promises.open(Path.of(arguments[1]));
        ChronicleLogStore store = ChronicleLogStore.open(Path.of(arguments[0]));
        PartitionLog log = store.open("kill", TOPIC_ID, 0, CONFIG).log();
        Random random = new Random(Long.parseLong(arguments[2]));
        while (true) {
            write(log, random, promises);
            promises.started(true);
        }
    }

    private static void write(PartitionLog log, Random random, Promises promises) throws IOException {
        append(log, promises);
        if (random.nextInt(40) == 0) {
            truncate(log, log.logEndOffset() - 1 - random.nextInt(7), promises);
        }
        if (random.nextInt(20) == 0) {
            log.trimTo(log.retainedStart(new RetentionPolicy(32 << 20, -1), 0, log.logEndOffset()));
        }
        if (random.nextInt(100) == 0) {
            log.flush();
        }
        if (random.nextInt(60) == 0) {
            promises.keep(log.logEndOffset());
            log.compact(POLICY, 0, log.logEndOffset());
        }
    }

    /** Appends the next write. */
    static void append(PartitionLog log, Promises promises) throws IOException {
        long end = log.logEndOffset();
        List<WrittenRecord> records = WrittenRecord.of(promises.nextWrite());
        for (int i = 0; i < records.size(); i++) {
            promises.willBe(end + i, records.get(i));
        }
        log.append(WrittenRecord.batch(end, 1, records), end);
        promises.acknowledge(log.logEndOffset());
    }

    /** A batch that spans the new end goes as a whole. */
    private static void truncate(PartitionLog log, long endOffset, Promises promises) throws IOException {
        long to = Math.max(log.logStartOffset(), endOffset);
        if (to - WrittenRecord.RECORDS_MAX >= promises.keptEnd()) {
            promises.acknowledge(Math.max(0, to - WrittenRecord.RECORDS_MAX));
            log.truncateTo(to, 1);
            promises.acknowledge(log.logEndOffset());
        }
    }
}
