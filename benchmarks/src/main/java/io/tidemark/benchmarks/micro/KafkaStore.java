// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** Opens Apache Kafka's logs as its broker does, with what they share. */
final class KafkaStore implements Closeable {
    private static final int EXPIRY_MS = 3_600_000;
    private static final String TOPIC = "benchmark";

    private final KafkaScheduler scheduler = new KafkaScheduler(1);
    private final BrokerTopicStats stats = new BrokerTopicStats();

    KafkaStore() {
        scheduler.startup();
    }

    /** Where a log is below a directory. */
    static Path path(Path directory, int partition) {
        return directory.resolve(TOPIC + "-" + partition);
    }

    /** A new log. */
    KafkaLog create(Path directory, int partition, Map<String, String> settings) throws IOException {
        Files.createDirectories(path(directory, partition));
        return new KafkaLog(open(directory, partition, new LogConfig(settings), 0, true));
    }

    /**
     * A log whose process was killed, with Kafka's default settings.
     *
     * @param recoveryPoint offset below which it is known to be on disk
     */
    KafkaLog recover(Path directory, int partition, long recoveryPoint) throws IOException {
        return new KafkaLog(open(directory, partition, new LogConfig(Map.of()), recoveryPoint, false));
    }

    private UnifiedLog open(Path directory, int partition, LogConfig config, long recoveryPoint, boolean clean)
            throws IOException {
        return UnifiedLog.create(
                path(directory, partition).toFile(),
                config,
                0,
                recoveryPoint,
                scheduler,
                stats,
                Time.SYSTEM,
                EXPIRY_MS,
                new ProducerStateManagerConfig(EXPIRY_MS, false),
                EXPIRY_MS,
                new LogDirFailureChannel(1),
                clean,
                clean ? Optional.of(Uuid.randomUuid()) : Optional.empty());
    }

    /** Ends its threads. */
    @Override
    public void close() {
        try {
            scheduler.shutdown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stats.close();
    }
}
