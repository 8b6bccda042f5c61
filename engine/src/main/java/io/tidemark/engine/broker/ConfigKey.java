// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every key of a node's configuration with its default; Kafka's names where the meaning is Kafka's. */
enum ConfigKey {
    NODE_ID("node.id", "", 0, 1_000_000),
    PROCESS_ROLES("process.roles", "broker,quorum", ConfigType.ROLES),
    CLUSTER_ID("cluster.id", "", ConfigType.TEXT),
    LISTENERS("listeners", "127.0.0.1:9092", ConfigType.ADDRESS),
    ADVERTISED_LISTENERS("advertised.listeners", "", ConfigType.OPTIONAL_ADDRESS),
    CONTROLLER_LISTENER("controller.listener", "", ConfigType.OPTIONAL_ADDRESS),
    CONTROLLER_QUORUM_VOTERS("controller.quorum.voters", "", ConfigType.VOTERS),
    METRICS_LISTENER("metrics.listener", "", ConfigType.OPTIONAL_ADDRESS),
    LOG_DIRS("log.dirs", "", ConfigType.REQUIRED),
    BROKER_RACK("broker.rack", "", ConfigType.TEXT),
    BROKER_SESSION_TIMEOUT_MS("broker.session.timeout.ms", "1500", 200, 600_000),
    BROKER_HEARTBEAT_INTERVAL_MS("broker.heartbeat.interval.ms", "300", 20, 60_000),
    REPLICA_LAG_TIME_MAX_MS("replica.lag.time.max.ms", "10000", 100, 600_000),
    NUM_SHARDS("num.shards", "2", 1, 256),
    NUM_PARTITIONS("num.partitions", "1", 1, 10_000),
    DEFAULT_REPLICATION_FACTOR("default.replication.factor", "3", 1, 32_767),
    MIN_INSYNC_REPLICAS("min.insync.replicas", "2", 1, 32_767),
    MESSAGE_MAX_BYTES("message.max.bytes", "1048576", 1_024, 64L << 20),
    LOG_SEGMENT_BYTES("log.segment.bytes", "1073741824", 1L << 20, 1L << 34),
    LOG_ROLL_MS("log.roll.ms", "604800000", 1_000, Long.MAX_VALUE),
    LOG_RETENTION_MS("log.retention.ms", "604800000", -1, Long.MAX_VALUE),
    LOG_RETENTION_BYTES("log.retention.bytes", "-1", -1, Long.MAX_VALUE),
    LOG_RETENTION_CHECK_INTERVAL_MS("log.retention.check.interval.ms", "60000", 100, 86_400_000),
    PRODUCER_ID_EXPIRATION_MS("producer.id.expiration.ms", "86400000", 1_000, Long.MAX_VALUE),
    OFFSETS_TOPIC_NUM_PARTITIONS("offsets.topic.num.partitions", "16", 1, 1_000),
    OFFSETS_TOPIC_REPLICATION_FACTOR("offsets.topic.replication.factor", "3", 1, 32_767),
    OFFSETS_RETENTION_MINUTES("offsets.retention.minutes", "10080", 1, Integer.MAX_VALUE),
    GROUP_CONSUMER_SESSION_TIMEOUT_MS("group.consumer.session.timeout.ms", "45000", 200, 3_600_000),
    GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS("group.consumer.heartbeat.interval.ms", "5000", 50, 600_000),
    GROUP_CONSUMER_MAX_SIZE("group.consumer.max.size", "2000", 1, 1_000_000),
    QUORUM_ELECTION_TIMEOUT_MIN_MS("quorum.election.timeout.min.ms", "600", 50, 60_000),
    QUORUM_ELECTION_TIMEOUT_MAX_MS("quorum.election.timeout.max.ms", "1200", 75, 120_000),
    CONTROLLED_SHUTDOWN_TIMEOUT_MS("controlled.shutdown.timeout.ms", "10000", 0, 600_000);

    private final String key;
    private final String defaultValue;
    private final ConfigType type;
    private final long min;
    private final long max;

    ConfigKey(String key, String defaultValue, ConfigType type) {
        this(key, defaultValue, type, 0, 0);
    }

    /** A whole number within bounds, both included. */
    ConfigKey(String key, String defaultValue, long min, long max) {
        this(key, defaultValue, ConfigType.NUMBER, min, max);
    }

    ConfigKey(String key, String defaultValue, ConfigType type, long min, long max) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.type = type;
        this.min = min;
        this.max = max;
    }

    String key() {
        return key;
    }

    String defaultValue() {
        return defaultValue;
    }

    /** What is wrong with the value, in a few words; null when nothing is. */
    @Nullable
    String problem(String value) {
        String problem = type.problem(value);
        if (problem != null || type != ConfigType.NUMBER) {
            return problem;
        }
        long number = Long.parseLong(value);
        return number < min || number > max ? "must be " + min + " to " + max + ", not " + value : null;
    }

    /** The environment variable that overrides it. */
    String variable() {
        return "TIDEMARK_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    static @Nullable ConfigKey named(String key) {
        for (ConfigKey candidate : values()) {
            if (candidate.key.equals(key)) {
                return candidate;
            }
        }
        return null;
    }
}
