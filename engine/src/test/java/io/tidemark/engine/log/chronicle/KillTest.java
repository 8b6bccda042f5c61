// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process without warning, again and again; {@code -Dlog.kills=200} for more. Each record there is after it is
 * the one that was written there last, none that was promised is missing but for compaction's sake, and the log opens soon.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KillTest {
    private static final int KILLS = Integer.getInteger("log.kills", 25);
    private static final long START_SECONDS_MAX = 60;
    private static final long OPEN_MS_MAX = 5_000;

    private long longestOpenMs;

    @Test
    void losesNoAcknowledgedBatch(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("log.seed", System.nanoTime());
        Random random = new Random(seed);
        Promises promises = Promises.open(directory.resolve("promises"));
        for (int kill = 0; kill < KILLS; kill++) {
            writeAndKill(directory, promises, random);
            verify(directory, promises, "kill " + kill + " of seed " + seed);
        }
        System.out.println(KILLS + " kills with seed " + seed + ", the log reached offset " + promises.acknowledgedEnd()
                + ", the longest open took " + longestOpenMs + " ms");
    }

    private static void writeAndKill(Path directory, Promises promises, Random random)
            throws IOException, InterruptedException {
        promises.started(false);
        Process process = start(directory, random.nextLong());
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
            while (!promises.hasStarted()) {
                assertThat(process.isAlive()).isTrue();
                assertThat(System.nanoTime()).isLessThan(deadline);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            assertThat(process.waitFor(random.nextInt(700), TimeUnit.MILLISECONDS))
                    .isFalse();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Process start(Path directory, long seed) throws IOException {
        return start(store(directory), directory.resolve("promises"), seed);
    }

    /** A process that writes to a store, and its output beside the promises. */
    static Process start(Path store, Path promises, long seed) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--") || argument.startsWith("-Dchronicle"))
                .forEach(command::add);
        command.addAll(List.of("-Xmx256m", "-ea", "-cp", System.getProperty("java.class.path")));
        command.add(WritingProcess.class.getName());
        command.addAll(List.of(store.toString(), promises.toString(), Long.toString(seed)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(promises.resolveSibling("output").toFile())
                .start();
    }

    private static Path store(Path directory) {
        return directory.resolve("topics");
    }

    private void verify(Path directory, Promises promises, String which) throws IOException {
        long startNanos = System.nanoTime();
        ChronicleLogStore store = ChronicleLogStore.open(store(directory));
        OpenedLog opened = store.open("kill", WritingProcess.TOPIC_ID, 0, WritingProcess.CONFIG);
        long openMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        assertThat(openMs).as(which).isLessThan(OPEN_MS_MAX);
        longestOpenMs = Math.max(longestOpenMs, openMs);
        PartitionLog log = opened.log();
        assertThat(opened.damaged()).as(which + ": " + opened.detail()).isFalse();
        assertThat(log.logEndOffset()).as(which).isGreaterThanOrEqualTo(promises.acknowledgedEnd());
        Set<Long> found = new HashSet<>();
        long[] next = {-1};
        log.scan(log.logStartOffset(), batch -> {
            assertThat(Crc.matches(batch)).as(which).isTrue();
            assertThat(next[0] == -1 || next[0] == RecordBatch.baseOffset(batch))
                    .as(which)
                    .isTrue();
            next[0] = RecordBatch.endOffset(batch);
            for (RecordView record : BatchRecords.of(batch)) {
                assertThat(promises.recordAt(record.offset()).matches(record))
                        .as("%s: what was written at offset %d is there", which, record.offset())
                        .isTrue();
                found.add(record.offset());
            }
        });
        assertThat(next[0]).as(which).isEqualTo(log.logEndOffset());
        assertThat(found).as(which).containsAll(neverCompacted(log, promises));
        WritingProcess.append(log, promises);
        store.abandon();
    }

    /** What no later record of its key, and no deletion, may have taken out. */
    private static List<Long> neverCompacted(PartitionLog log, Promises promises) {
        List<Long> offsets = new ArrayList<>();
        Set<Byte> laterKeys = new HashSet<>();
        for (long offset = log.logEndOffset() - 1; offset >= log.logStartOffset(); offset--) {
            WrittenRecord record = promises.recordAt(offset);
            byte[] key = record.key();
            boolean isLast = key == null || laterKeys.add(key[0]);
            if (isLast && !record.deletes()) {
                offsets.add(offset);
            }
        }
        return offsets;
    }
}
