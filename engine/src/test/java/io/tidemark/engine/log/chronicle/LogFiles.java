// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The files of one log, for tests that damage them. */
final class LogFiles {
    static final LogIdentity IDENTITY = new LogIdentity(new UUID(3, 4), 5);
    static final LogConfig CONFIG = new LogConfig(20_000, Long.MAX_VALUE, 1 << 20);

    private final @Nullable ChronicleHarness harness;
    private final SegmentFiles files;
    private final LogConfig config;
    private @Nullable PartitionLog log;
    private @Nullable OpenedLog opened;

    LogFiles(Path directory) throws IOException {
        this(directory, CONFIG);
    }

    LogFiles(Path directory, LogConfig config) throws IOException {
        this.config = config;
        harness = new ChronicleHarness(directory);
        files = new SegmentFiles(directory.resolve(LogDirectory.name("orders", IDENTITY)));
        open();
    }

    /** Only to find and damage the files of a log that nobody has open. */
    static LogFiles notOpened(Path directory) {
        return new LogFiles(new SegmentFiles(directory.resolve(LogDirectory.name("orders", IDENTITY))));
    }

    private LogFiles(SegmentFiles files) {
        this.harness = null;
        this.config = CONFIG;
        this.files = files;
    }

    private ChronicleHarness harness() {
        return Objects.requireNonNull(harness);
    }

    /** Leaves everything as it is, as the end of the process does. */
    void abandon() throws IOException {
        store().abandon();
    }

    private void open() throws IOException {
        opened = harness().store().open("orders", IDENTITY.topicId(), IDENTITY.partition(), config);
        log = opened.log();
    }

    PartitionLog log() {
        return Objects.requireNonNull(log);
    }

    OpenedLog opened() {
        return Objects.requireNonNull(opened);
    }

    ChronicleLogStore store() {
        return (ChronicleLogStore) harness().store();
    }

    SegmentFiles files() {
        return files;
    }

    /** Appends batches of one record and about a kilobyte. */
    void fill(int batches) throws IOException {
        for (int i = 0; i < batches; i++) {
            long end = log().logEndOffset();
            log().append(TestBatches.batch(end, 1, 0, 1000, 1000), end);
        }
    }

    void crash() throws IOException {
        harness().crash();
    }

    void reopenAfterCrash() throws IOException {
        harness().crash();
        open();
    }

    /** Opens again after {@link #crash}. */
    void recover() throws IOException {
        open();
    }

    void reopenClean() throws IOException {
        log().close();
        harness().reopen();
        open();
    }

    void close() throws IOException {
        harness().close();
    }

    /** Where the records of a segment begin. */
    List<Long> records(int segmentNumber) throws IOException {
        return records(files.segment(segmentNumber));
    }

    List<Long> records(Path segment) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN);
        List<Long> found = new ArrayList<>();
        long position = 0;
        int header = bytes.getInt(0);
        while (DocumentHeader.isCommitted(header)) {
            if (!DocumentHeader.isMeta(header)) {
                found.add(position + DocumentHeader.BYTES);
            }
            position = DocumentHeader.next(position, header);
            header = position + Integer.BYTES <= bytes.limit() ? bytes.getInt((int) position) : 0;
        }
        return found;
    }

    void flip(Path path, long position, int mask) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, position);
            one.put(0, (byte) (one.get(0) ^ mask)).flip();
            channel.write(one, position);
        }
    }

    void zero(Path path, long position, int lengthBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(lengthBytes), position);
        }
    }

    void cut(Path path, long lengthBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(lengthBytes);
        }
    }

    /** Makes the mark look as if the machine had been started again since. */
    void startMachineAgain() throws IOException {
        try (MarkFile file = MarkFile.open(files.mark())) {
            LogMark mark = Objects.requireNonNull(file.newest());
            file.write(new LogMark(
                    mark.segmentNumber(),
                    mark.flushedEndOffset(),
                    mark.logStartOffset(),
                    mark.endPosition(),
                    mark.bootId() + 1,
                    mark.clean(),
                    mark.rollNext(),
                    mark.damaged()));
        }
    }

    /** Checks that all of the log reads back dense and whole, and that it goes on. */
    void assertSound() throws IOException {
        assertReadable();
        long end = log().logEndOffset();
        fill(3);
        reopenAfterCrash();
        assertThat(log().logEndOffset()).isEqualTo(end + 3);
        assertThat(opened().damaged()).as(opened().detail()).isFalse();
        assertReadable();
    }

    private void assertReadable() throws IOException {
        long[] next = {log().logStartOffset()};
        log().scan(next[0], batch -> {
            boolean spansStart = next[0] == log().logStartOffset() && RecordBatch.baseOffset(batch) <= next[0];
            assertThat(spansStart || RecordBatch.baseOffset(batch) == next[0]).isTrue();
            assertThat(Crc.matches(batch)).isTrue();
            next[0] = RecordBatch.endOffset(batch);
        });
        assertThat(next[0]).isEqualTo(log().logEndOffset());
    }
}
