// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** Apache Kafka's log of one partition, as its broker uses it. */
final class KafkaLog {
    private final UnifiedLog log;

    KafkaLog(UnifiedLog log) {
        this.log = log;
    }

    /** Appends as a leader: checks the checksum and the records, assigns offsets. */
    long append(ByteBuffer batch) throws IOException {
        // What a client sends; the log writes the offset into it.
        RecordBatch.setBaseOffset(batch, 0);
        return log.appendAsLeader(MemoryRecords.readableRecords(batch.duplicate()), 0)
                .lastOffset();
    }

    long endOffset() {
        return log.logEndOffset();
    }

    void flush() {
        log.flush(false);
    }

    /** Deletes what is above the bound. */
    void retain() throws IOException {
        log.updateHighWatermark(log.logEndOffset());
        log.deleteOldSegments();
    }

    /** Finds what a read from an offset on gives, no byte of a record touched. */
    long find(long offset, int maxBytes) throws IOException {
        return slice(offset, maxBytes).sizeInBytes();
    }

    /** Reads into a buffer from an offset on. */
    long read(long offset, int maxBytes, ByteBuffer into) throws IOException {
        FileRecords records = slice(offset, maxBytes);
        into.limit(Math.min(into.capacity(), records.sizeInBytes()));
        records.readInto(into, 0);
        return records.sizeInBytes();
    }

    private FileRecords slice(long offset, int maxBytes) throws IOException {
        return (FileRecords) log.read(offset, maxBytes, FetchIsolation.LOG_END, true).records;
    }

    void close() {
        log.close();
    }

    /** Lets go of the files without putting anything on disk. */
    void abandon() {
        log.closeHandlers();
    }
}
