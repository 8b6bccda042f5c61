// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** Apache Kafka's log of one partition, as its broker uses it. */
final class KafkaLog {
    private static final int EXPIRY_MS = 3_600_000;

    private final KafkaScheduler scheduler = new KafkaScheduler(1);
    private final BrokerTopicStats stats = new BrokerTopicStats();
    private final UnifiedLog log;

    KafkaLog(Path directory, long segmentBytes, long keptBytes) throws IOException {
        Path path = Files.createDirectories(directory.resolve("benchmark-0"));
        Properties settings = new Properties();
        settings.put("segment.bytes", String.valueOf(segmentBytes));
        settings.put("retention.bytes", String.valueOf(keptBytes));
        settings.put("file.delete.delay.ms", "0");
        scheduler.startup();
        log = UnifiedLog.create(
                path.toFile(),
                new LogConfig(settings),
                0,
                0,
                scheduler,
                stats,
                Time.SYSTEM,
                EXPIRY_MS,
                new ProducerStateManagerConfig(EXPIRY_MS, false),
                EXPIRY_MS,
                new LogDirFailureChannel(1),
                true,
                Optional.of(Uuid.randomUuid()));
    }

    /** Appends as a leader: checks the checksum, assigns offsets. */
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

    /** Reads into a buffer from an offset on. */
    long read(long offset, int maxBytes, ByteBuffer into) throws IOException {
        FileRecords records = (FileRecords) log.read(offset, maxBytes, FetchIsolation.LOG_END, true).records;
        into.limit(Math.min(into.capacity(), records.sizeInBytes()));
        records.readInto(into, 0);
        return records.sizeInBytes();
    }

    /** Ends its threads. */
    void close() throws InterruptedException {
        log.close();
        scheduler.shutdown();
        stats.close();
    }
}
