// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a writing process was promised and what it wrote where, in a file that it and its judge map. The end of a process
 * leaves it as it is.
 */
final class Promises {
    private static final int ACKNOWLEDGED_AT = 0;
    private static final int STARTED_AT = 8;
    private static final int WRITES_AT = 16;
    private static final int KEPT_AT = 24;
    private static final int RECORDS_AT = 64;
    private static final int OFFSETS_MAX = 4 << 20;

    private final MappedByteBuffer bytes;

    private Promises(MappedByteBuffer bytes) {
        this.bytes = bytes;
    }

    static Promises open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long sizeBytes = RECORDS_AT + (long) OFFSETS_MAX * Long.BYTES;
            return new Promises(channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes));
        }
    }

    /** The log reaches at least this far. */
    long acknowledgedEnd() {
        return bytes.getLong(ACKNOWLEDGED_AT);
    }

    void acknowledge(long endOffset) {
        bytes.putLong(ACKNOWLEDGED_AT, endOffset);
    }

    boolean hasStarted() {
        return bytes.getLong(STARTED_AT) != 0;
    }

    void started(boolean value) {
        bytes.putLong(STARTED_AT, value ? 1 : 0);
    }

    /** Nothing below it is cut away any more: compaction may have dropped what came before it for it. */
    long keptEnd() {
        return bytes.getLong(KEPT_AT);
    }

    void keep(long endOffset) {
        bytes.putLong(KEPT_AT, endOffset);
    }

    /** A number that no other write has. */
    long nextWrite() {
        long write = bytes.getLong(WRITES_AT) + 1;
        bytes.putLong(WRITES_AT, write);
        return write;
    }

    /** Said before the write: whatever record is found there then is this one. */
    void willBe(long offset, WrittenRecord record) {
        bytes.putLong(at(offset), record.number());
    }

    WrittenRecord recordAt(long offset) {
        return new WrittenRecord(bytes.getLong(at(offset)));
    }

    private static int at(long offset) {
        return Math.toIntExact(RECORDS_AT + offset * Long.BYTES);
    }
}
