// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.KeyedRecord;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogFailedException;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.FaultyFiles.Operation;
import io.tidemark.record.Compression;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The disk fails at each use of it, in each step of a log's life. The step ends with an error or in good order; what was
 * acknowledged is readable before and after the process starts again; the log takes no more, or goes on.
 */
class DiskErrorTest {
    private static final LogConfig CONFIG = new LogConfig(20_000, Long.MAX_VALUE, 1 << 20);
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);
    private static final int KEYS = 7;
    private static final int BATCHES = 40;
    private static final int CUT_AT = 31;
    private static final int TRIM_TO = 20;
    private static final Set<Operation> READS =
            EnumSet.of(Operation.OPEN, Operation.READ, Operation.MAP, Operation.SIZE);

    @TempDir
    private Path root = Path.of("");

    private int runs;

    /** What is being done when the disk fails, and what must be there whatever comes of it. */
    private enum Step {
        APPEND(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                append(log, 100);
            }
        },
        APPEND_LARGE(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                append(log, 15_000);
            }
        },
        APPEND_EPOCH(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.appendEpoch(9);
            }
        },
        ROLL_AND_CHECKPOINT(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                for (int i = 0; i < 30; i++) {
                    append(log, 2000);
                }
            }
        },
        FLUSH(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                append(log, 100);
                log.flush();
            }
        },
        TRUNCATE(0, CUT_AT) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.truncateTo(CUT_AT, 0);
            }
        },
        TRIM(TRIM_TO, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.trimTo(TRIM_TO);
            }
        },
        RESTART(0, 0) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.restartAt(1000, BatchCount.of(1000, 499_500).save());
            }
        },
        COMPACT(BATCHES - KEYS, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.compact(POLICY, 2000, BATCHES);
            }
        },
        REST(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.restWhenIdle();
                log.restWhenIdle();
                append(log, 100);
            }
        },
        CLOSE(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.close();
            }
        };

        private final long keptFrom;
        private final long keptTo;

        Step(long keptFrom, long keptTo) {
            this.keptFrom = keptFrom;
            this.keptTo = keptTo;
        }

        abstract void carryOut(PartitionLog log) throws IOException;
    }

    /** Fails one kind of use of one kind of file while it is told to; notes all there are. */
    private static final class Disk implements FaultyFiles.Faults {
        private final SortedSet<String> seen = new ConcurrentSkipListSet<>();
        private volatile String failing = "";
        private volatile boolean watched;
        private volatile boolean failed;

        @Override
        public void before(Operation operation, Path file) throws IOException {
            String use = operation + " " + file.getFileName().toString().replaceAll("[0-9]+", "0");
            if (watched) {
                seen.add(use);
            }
            if (use.equals(failing)) {
                failed = true;
                throw new IOException("Input/output error: " + use);
            }
        }
    }

    /** Blocks of the disk, which fails there as well. */
    private static final class FaultySpace extends ForwardingSpace {
        private final Disk disk;

        FaultySpace(SpaceSource source, Disk disk) {
            super(source);
            this.disk = disk;
        }

        @Override
        public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
            disk.before(Operation.ALLOCATE, file);
            return super.allocate(file, position, lengthBytes);
        }

        @Override
        public void lengthen(Path file, long lengthBytes) throws IOException {
            disk.before(Operation.ALLOCATE, file);
            super.lengthen(file, lengthBytes);
        }

        @Override
        public void release(Path file, long position) throws IOException {
            disk.before(Operation.ALLOCATE, file);
            super.release(file, position);
        }
    }

    private static void append(PartitionLog log, int valueBytes) throws IOException {
        long end = log.logEndOffset();
        String record = "key" + end % KEYS + "=" + "v".repeat(valueBytes);
        log.append(KeyedRecord.batch(end, 0, Compression.NONE, record), end);
    }

    private static ChronicleLogStore store(Path directory, Disk disk) throws IOException {
        FaultySpace space = new FaultySpace(PosixSpace.open(directory), disk);
        return ChronicleLogStore.open(new FaultyFiles(disk).of(directory), space, () -> 1000, BatchCount::new);
    }

    private static OpenedLog open(ChronicleLogStore store) throws IOException {
        return store.open("orders", LogFiles.IDENTITY.topicId(), LogFiles.IDENTITY.partition(), CONFIG);
    }

    @ParameterizedTest
    @EnumSource
    void losesNothingAcknowledgedWhereverTheDiskFails(Step step) throws IOException {
        SortedSet<String> uses = run(step, "");
        assertThat(uses).isNotEmpty();
        for (String use : uses) {
            run(step, use);
        }
    }

    /** @return the uses of files there were */
    private SortedSet<String> run(Step step, String failing) throws IOException {
        Path directory = Files.createDirectory(root.resolve("run-" + runs++));
        Disk disk = new Disk();
        ChronicleLogStore store = store(directory, disk);
        PartitionLog log = open(store).log();
        for (int i = 0; i < BATCHES; i++) {
            append(log, 1500);
        }
        log.flush();
        disk.watched = true;
        disk.failing = failing;
        boolean completed = completes(step, log);
        disk.failing = "";
        if (step != Step.CLOSE) {
            assertHolds(log, step, failing);
            assertGoesOnOrIsFailed(log, completed, failing);
            assertHolds(log, step, failing);
        }
        store.abandon();
        SortedSet<String> uses = new TreeSet<>(disk.seen);
        ChronicleLogStore again = store(directory, disk);
        OpenedLog opened = open(again);
        assertThat(opened.damaged()).as(failing + ": " + opened.detail()).isFalse();
        assertHolds(opened.log(), step, failing);
        assertKnowsWhatIsGone(opened.log(), step, failing);
        append(opened.log(), 100);
        again.close();
        return uses;
    }

    /**
     * All batches that there are or were hold one record. A read that fails while a segment is dropped may keep batches from
     * counting, and compaction puts several into one.
     */
    private static void assertKnowsWhatIsGone(PartitionLog log, Step step, String failing) throws IOException {
        BatchCount folded = new BatchCount();
        log.fold(folded);
        boolean isRead = READS.stream().anyMatch(read -> failing.startsWith(read + " "));
        if (step != Step.COMPACT && !isRead) {
            assertThat(folded.batches()).as(failing).isEqualTo(log.logEndOffset());
        }
    }

    private static boolean completes(Step step, PartitionLog log) {
        try {
            step.carryOut(log);
            return true;
        } catch (IOException told) {
            return false;
        }
    }

    private static void assertGoesOnOrIsFailed(PartitionLog log, boolean completed, String failing) throws IOException {
        long end = log.logEndOffset();
        try {
            append(log, 100);
            assertThat(log.logEndOffset()).as(failing).isEqualTo(end + 1);
        } catch (LogFailedException latched) {
            // In the background it may fail after the step was done; without a fault it may not.
            assertThat(completed && failing.isEmpty()).as(failing).isFalse();
            assertThat(log.logEndOffset()).as(failing).isEqualTo(end);
        }
    }

    private static void assertHolds(PartitionLog log, Step step, String failing) throws IOException {
        long[] next = {log.logStartOffset()};
        long[] kept = {0};
        log.scan(next[0], batch -> {
            assertThat(Crc.matches(batch)).as(failing).isTrue();
            assertThat(RecordBatch.baseOffset(batch)).as(failing).isEqualTo(next[0]);
            next[0] = RecordBatch.endOffset(batch);
            boolean asked = RecordBatch.baseOffset(batch) >= step.keptFrom && next[0] <= step.keptTo;
            kept[0] += asked ? RecordBatch.count(batch) : 0;
        });
        assertThat(next[0]).as(failing).isEqualTo(log.logEndOffset());
        assertThat(kept[0]).as(failing).isEqualTo(step.keptTo - step.keptFrom);
    }

    @ParameterizedTest
    @EnumSource(value = Operation.class)
    void saysWhenItCannotOpenAndOpensOnceTheDiskWorks(Operation operation) throws IOException {
        Path directory = Files.createDirectory(root.resolve("open"));
        Disk disk = new Disk();
        ChronicleLogStore store = store(directory, disk);
        PartitionLog log = open(store).log();
        for (int i = 0; i < BATCHES; i++) {
            append(log, 1500);
        }
        store.abandon();
        store = store(directory, disk);
        disk.watched = true;
        open(store);
        store.abandon();
        for (String use : disk.seen) {
            if (use.startsWith(operation + " ")) {
                store = store(directory, disk);
                assertOpensOrSaysWhyNot(store, disk, use);
                store.abandon();
            }
        }
    }

    private static void assertOpensOrSaysWhyNot(ChronicleLogStore store, Disk disk, String use) throws IOException {
        disk.failing = use;
        PartitionLog log = null;
        try {
            OpenedLog opened = open(store);
            assertThat(opened.damaged() || opened.log().logEndOffset() == BATCHES)
                    .as(use)
                    .isTrue();
            log = opened.log();
        } catch (IOException told) {
            assertThat(disk.failed).as(use).isTrue();
        } finally {
            disk.failing = "";
        }
        PartitionLog usable = log == null ? open(store).log() : log;
        assertThat(usable.logEndOffset()).as(use).isEqualTo(BATCHES);
        assertHolds(usable, Step.APPEND, use);
    }
}
