// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a writing process without warning, again and again; {@code -Dlog.kills=200} for more. */
class KillTest {
    private static final int KILLS = Integer.getInteger("log.kills", 25);
    private static final long START_SECONDS_MAX = 60;

    @Test
    void losesNoAcknowledgedBatch(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("log.seed", System.nanoTime());
        Random random = new Random(seed);
        MappedByteBuffer promises = WritingProcess.promises(directory.resolve("promises"));
        for (int kill = 0; kill < KILLS; kill++) {
            writeAndKill(directory, promises, random);
            verify(directory, promises, "kill " + kill + " of seed " + seed);
        }
        System.out.println(KILLS + " kills with seed " + seed + ", the log reached offset "
                + promises.getLong(WritingProcess.ACKNOWLEDGED_AT));
    }

    private static void writeAndKill(Path directory, MappedByteBuffer promises, Random random)
            throws IOException, InterruptedException {
        promises.putLong(WritingProcess.STARTED_AT, 0);
        Process process = start(directory, random.nextLong());
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
            while (promises.getLong(WritingProcess.STARTED_AT) == 0) {
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

    private static void verify(Path directory, MappedByteBuffer promises, String which) throws IOException {
        ChronicleLogStore store = ChronicleLogStore.open(store(directory));
        OpenedLog opened = store.open("kill", WritingProcess.TOPIC_ID, 0, WritingProcess.CONFIG);
        PartitionLog log = opened.log();
        assertThat(opened.damaged()).as(which + ": " + opened.detail()).isFalse();
        assertThat(log.logEndOffset()).as(which).isGreaterThanOrEqualTo(promises.getLong(0));
        long[] next = {-1};
        log.scan(log.logStartOffset(), batch -> {
            assertThat(Crc.matches(batch)).as(which).isTrue();
            assertThat(next[0] == -1 || next[0] == RecordBatch.baseOffset(batch))
                    .as(which)
                    .isTrue();
            next[0] = RecordBatch.endOffset(batch);
        });
        assertThat(next[0]).as(which).isEqualTo(log.logEndOffset());
        ByteBuffer batch = TestBatches.batch(log.logEndOffset(), 1);
        log.append(batch, log.logEndOffset());
        store.abandon();
    }
}
