// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a topic in force: its own, else the cluster's, else this node's. The controller has checked the values of
 * the first two. Thread-safe.
 */
public final class TopicSettings {
    private static final long DELETE_RETENTION_MS = 24L * 3600 * 1000;
    private static final String MIN_DIRTY_SHARE = "0.5";
    private static final int COMPACTION_MEMORY_BYTES = 32 << 20;
    private static final long COMPACTION_BYTES_PER_SECOND = 64L << 20;

    private final TopicDefaults defaults;
    private final Supplier<ClusterImage> image;

    /** Over the latest image. */
    public TopicSettings(TopicDefaults defaults, Supplier<ClusterImage> image) {
        this.defaults = defaults;
        this.image = image;
    }

    /** How its logs are laid out. */
    public LogConfig logConfig(TopicImage topic) {
        return new LogConfig(
                number(topic, "segment.bytes", defaults.segmentBytes()),
                number(topic, "segment.ms", defaults.segmentMs()),
                maxMessageBytes(topic));
    }

    /** How its logs are laid out as far as this node can tell without the topic. */
    public LogConfig defaultLogConfig() {
        return new LogConfig(defaults.segmentBytes(), defaults.segmentMs(), defaults.maxMessageBytes());
    }

    /** What its logs keep. */
    public RetentionPolicy retention(TopicImage topic) {
        if (!cleanupPolicy(topic).contains("delete")) {
            return new RetentionPolicy(-1, -1);
        }
        return new RetentionPolicy(
                number(topic, "retention.bytes", defaults.retentionBytes()),
                number(topic, "retention.ms", defaults.retentionMs()));
    }

    /** How its logs are compacted; null when they are not. */
    public @Nullable CompactionPolicy compaction(TopicImage topic) {
        if (!cleanupPolicy(topic).contains("compact")) {
            return null;
        }
        return new CompactionPolicy(
                number(topic, "delete.retention.ms", DELETE_RETENTION_MS),
                Double.parseDouble(value(topic, "min.cleanable.dirty.ratio", MIN_DIRTY_SHARE)),
                COMPACTION_MEMORY_BYTES,
                COMPACTION_BYTES_PER_SECOND);
    }

    private String cleanupPolicy(TopicImage topic) {
        return value(topic, "cleanup.policy", "delete");
    }

    /** Its largest batch, bytes. */
    public int maxMessageBytes(TopicImage topic) {
        return (int) number(topic, "max.message.bytes", defaults.maxMessageBytes());
    }

    /** Whether a replica counts only what it has forced to disk. */
    public boolean isFlushed(TopicImage topic) {
        return "flushed".equals(value(topic, "durability", "replicated"));
    }

    private long number(TopicImage topic, String key, long otherwise) {
        return Long.parseLong(value(topic, key, Long.toString(otherwise)));
    }

    private String value(TopicImage topic, String key, String otherwise) {
        String own = topic.configs().get(key);
        return own != null ? own : image.get().clusterConfigs().getOrDefault(key, otherwise);
    }
}
