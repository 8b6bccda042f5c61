// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.EpochStart;
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
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The disk fails at each use of it, in each step of a log's life. The step ends with an error or in good order; what was
 * acknowledged is readable before and after the process starts again. A log that may have bytes of a failed change in its
 * files takes no more; any other goes on.
 */
class DiskErrorTest {
    private static final LogConfig CONFIG = new LogConfig(20_000, Long.MAX_VALUE, 1 << 20);
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);
    private static final LogConfig ROOMY = new LogConfig(1 << 20, Long.MAX_VALUE, 1 << 20);
    /** Of a batch that is not copied into the mapping but written at a position. */
    private static final int POSITIONED_BYTES = 100_000;

    private static final int KEYS = 7;
    private static final int BATCHES = 40;
    private static final int CUT_AT = 31;
    private static final int TRIM_TO = 20;
    private static final Set<Operation> READS =
            EnumSet.of(Operation.OPEN, Operation.READ, Operation.MAP, Operation.SIZE);
    private static final String SEGMENT = " 0-0P.cq0";
    private static final String WRITE_OF_A_SEGMENT = Operation.WRITE + SEGMENT;
    /** Nobody knows how much of it was done. */
    private static final Set<String> LEAVES_BYTES = Set.of(WRITE_OF_A_SEGMENT, Operation.WRITE + " mark");

    /** Also done by another thread to what was written before the step; a segment that cannot be forced fails its log. */
    private static final Set<String> FORCES_SEGMENTS = Set.of(
            Operation.FORCE + SEGMENT,
            Operation.OPEN + SEGMENT,
            Operation.FORCE + " orders-0.0-0-0-0-0",
            Operation.OPEN + " orders-0.0-0-0-0-0");

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
                append(log, POSITIONED_BYTES);
            }
        },
        APPEND_LARGE_WITHIN_SEGMENT(0, BATCHES) {
            @Override
            void carryOut(PartitionLog log) throws IOException {
                log.configure(ROOMY);
                append(log, POSITIONED_BYTES);
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

    /** How a step ended. */
    private enum End {
        DONE,
        REFUSED,
        LOG_FAILED
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
        Set<String> failed = new TreeSet<>();
        SortedSet<String> uses = run(step, "", failed);
        assertThat(uses).isNotEmpty();
        if (step == Step.APPEND_LARGE_WITHIN_SEGMENT) {
            // The rest is as in the step before.
            uses.removeIf(use -> !use.endsWith(SEGMENT));
        }
        for (String use : uses) {
            run(step, use, failed);
        }
        boolean isLarge = step == Step.APPEND_LARGE || step == Step.APPEND_LARGE_WITHIN_SEGMENT;
        assertThat(failed.contains(WRITE_OF_A_SEGMENT))
                .as("a write at a position was among what failed: %s", failed)
                .isEqualTo(isLarge);
    }

    /**
     * @param failed is given the use, if it failed
     * @return the uses of files there were
     */
    private SortedSet<String> run(Step step, String failing, Set<String> failed) throws IOException {
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
        End end = carryOut(step, log);
        disk.failing = "";
        if (disk.failed) {
            failed.add(failing);
        }
        long acknowledgedEnd = step.keptTo;
        if (step != Step.CLOSE) {
            assertHolds(log, step, failing);
            boolean isFailed = isFailed(log, failing);
            assertIsFailedOnlyWhenItMustBe(step, end, failing, disk.failed, isFailed);
            assertHolds(log, step, failing);
            acknowledgedEnd = isFailed ? step.keptTo : log.logEndOffset();
        }
        store.abandon();
        SortedSet<String> uses = new TreeSet<>(disk.seen);
        ChronicleLogStore again = store(directory, disk);
        OpenedLog opened = open(again);
        assertThat(opened.damaged()).as(failing + ": " + opened.detail()).isFalse();
        assertThat(opened.log().logEndOffset()).as(failing).isGreaterThanOrEqualTo(acknowledgedEnd);
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

    private static End carryOut(Step step, PartitionLog log) {
        try {
            step.carryOut(log);
            return End.DONE;
        } catch (LogFailedException told) {
            return End.LOG_FAILED;
        } catch (IOException told) {
            return End.REFUSED;
        }
    }

    private static void assertIsFailedOnlyWhenItMustBe(
            Step step, End end, String failing, boolean happened, boolean isFailed) {
        if (happened && (LEAVES_BYTES.contains(failing) || isFailedFlush(step, failing))) {
            assertThat(end).as(failing).isEqualTo(End.LOG_FAILED);
        }
        if (end == End.LOG_FAILED || !FORCES_SEGMENTS.contains(failing)) {
            assertThat(isFailed).as("%s; the step: %s", failing, end).isEqualTo(end == End.LOG_FAILED);
        }
    }

    private static boolean isFailedFlush(Step step, String failing) {
        return step == Step.FLUSH && failing.equals(Operation.FORCE + SEGMENT);
    }

    /** Whether it takes no more; then no change of any kind. */
    private static boolean isFailed(PartitionLog log, String failing) throws IOException {
        long start = log.logStartOffset();
        long end = log.logEndOffset();
        List<EpochStart> epochs = log.epochs();
        try {
            append(log, 100);
            assertThat(log.logEndOffset()).as(failing).isEqualTo(end + 1);
            return false;
        } catch (LogFailedException latched) {
            assertFailed(failing, () -> log.appendEpoch(99));
            assertFailed(failing, () -> log.truncateTo(end - 1, 0));
            assertFailed(failing, () -> log.trimTo(end));
            assertFailed(failing, () -> log.restartAt(end + 7, null));
            assertFailed(failing, log::flush);
            assertFailed(failing, () -> log.compact(POLICY, 2000, end));
            assertThat(log.logStartOffset()).as(failing).isEqualTo(start);
            assertThat(log.logEndOffset()).as(failing).isEqualTo(end);
            assertThat(log.epochs()).as(failing).isEqualTo(epochs);
            return true;
        }
    }

    private static void assertFailed(String failing, ThrowingCallable change) {
        assertThatThrownBy(change).as(failing).isInstanceOf(LogFailedException.class);
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
