// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a broker does now and then: retention, and writing high watermarks down. One thread of its own. */
final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final long HINTS_MS = 5_000;
    private static final long REPORTS_MS = 1_000;
    private static final long REMOVED_MS = 10_000;

    private final ScheduledExecutorService thread;
    private final ExecutorService cleaner = Executors.newSingleThreadExecutor(new NamedThreads("tidemark-cleaner"));
    private final PartitionDirectory directory;
    private final HighWatermarkHints hints;
    private final TopicSettings settings;
    private final Supplier<ClusterImage> image;
    private final Clock clock;

    Housekeeping(
            ScheduledExecutorService thread,
            PartitionDirectory directory,
            HighWatermarkHints hints,
            TopicSettings settings,
            Supplier<ClusterImage> image,
            Clock clock) {
        this.thread = thread;
        this.directory = directory;
        this.hints = hints;
        this.settings = settings;
        this.image = image;
        this.clock = clock;
    }

    void start(long retentionCheckMs) {
        repeat(this::writeHints, HINTS_MS);
        repeat(this::retain, retentionCheckMs);
        repeat(directory::reportFailures, REPORTS_MS);
        repeat(() -> directory.reportLogEnds(image.get()), REPORTS_MS);
        repeat(() -> directory.repairDamaged(image.get()), REPORTS_MS);
        repeat(() -> directory.deleteRemoved(image.get()), REMOVED_MS);
    }

    private void repeat(Runnable task, long everyMs) {
        // The tasks end with the thread.
        Future<?> unused = thread.scheduleWithFixedDelay(() -> guarded(task), everyMs, everyMs, TimeUnit.MILLISECONDS);
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException failed) {
            // Without this the task would never run again.
            LOG.error("Housekeeping failed", failed);
        }
    }

    void retain() {
        ClusterImage current = image.get();
        long wallMs = clock.wallMs();
        for (PartitionKey key : directory.assigned()) {
            TopicImage topic = current.topics().get(key.topicId());
            if (topic != null) {
                RetentionPolicy policy = settings.retention(topic);
                CompactionPolicy compaction = settings.compaction(topic);
                LogConfig layout = settings.logConfig(topic);
                directory.shardFor(key).deliver(key, (host, nowMs) -> {
                    host.retain(policy, wallMs, nowMs);
                    host.tend(layout, nowMs);
                    if (compaction != null) {
                        host.compact(compaction, wallMs, cleaner);
                    }
                });
            }
        }
    }

    void writeHints() {
        try {
            hints.write();
        } catch (IOException failed) {
            LOG.warn("High watermarks are not written down: {}", failed.getMessage());
        }
    }

    /** Begins nothing new. Compaction may still be asked for by what waits at the shards. */
    void stop() throws InterruptedException {
        thread.shutdown();
        if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
            LOG.warn("Housekeeping hangs");
        }
        writeHints();
    }

    /** Ends compaction; once the shards have stopped. */
    void stopCompaction() throws InterruptedException {
        cleaner.shutdownNow();
        if (!cleaner.awaitTermination(10, TimeUnit.SECONDS)) {
            LOG.warn("Compaction hangs");
        }
    }
}
