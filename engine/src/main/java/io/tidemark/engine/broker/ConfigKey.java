// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every key of a node's configuration with its default; Kafka's names where the meaning is Kafka's. */
enum ConfigKey {
    NODE_ID("node.id", "", 0, 1_000_000, "Id of this node, unique in the cluster. Must be set."),
    PROCESS_ROLES(
            "process.roles",
            "broker,quorum",
            ConfigType.ROLES,
            "What this node does: serve partitions (broker), vote on metadata (quorum), or both."),
    CLUSTER_ID(
            "cluster.id",
            "",
            ConfigType.TEXT,
            "Id of the cluster, as printed by 'tidemark cluster new-id'; the directory must have been formatted for it."),
    LISTENERS(
            "listeners", "127.0.0.1:9092", ConfigType.ADDRESS, "Where this node listens for clients and other nodes."),
    ADVERTISED_LISTENERS(
            "advertised.listeners",
            "",
            ConfigType.OPTIONAL_ADDRESS,
            "Address that others are told; empty for the same as listeners."),
    CONTROLLER_LISTENER(
            "controller.listener",
            "",
            ConfigType.OPTIONAL_ADDRESS,
            "Where a voter listens for the quorum's own traffic; empty for its address in controller.quorum.voters."),
    CONTROLLER_QUORUM_VOTERS(
            "controller.quorum.voters",
            "",
            ConfigType.VOTERS,
            "The voters that found the quorum, as ID@HOST:QUORUM_PORT:PORT. Must be set."),
    METRICS_LISTENER(
            "metrics.listener",
            "",
            ConfigType.OPTIONAL_ADDRESS,
            "Where metrics, readiness and state are served over HTTP; empty for nowhere."),
    LOG_DIRS("log.dirs", "", ConfigType.REQUIRED, "Data directory of this node, formatted once. Must be set."),
    BROKER_RACK(
            "broker.rack", "", ConfigType.TEXT, "Rack of this broker; replicas are spread over racks. Empty for none."),
    BROKER_SESSION_TIMEOUT_MS(
            "broker.session.timeout.ms",
            "1500",
            200,
            600_000,
            "Lease of a broker: it is fenced when the controller has not heard from it for so long."),
    BROKER_HEARTBEAT_INTERVAL_MS(
            "broker.heartbeat.interval.ms", "300", 20, 60_000, "How often a broker renews its lease."),
    REPLICA_LAG_TIME_MAX_MS(
            "replica.lag.time.max.ms",
            "10000",
            100,
            600_000,
            "A follower that has not caught up for so long leaves the in-sync replicas."),
    NUM_SHARDS("num.shards", "2", 1, 256, "Threads that own partitions."),
    NUM_PARTITIONS("num.partitions", "1", 1, 10_000, "Partitions of a topic that is created without a number."),
    DEFAULT_REPLICATION_FACTOR(
            "default.replication.factor",
            "3",
            1,
            32_767,
            "Replicas of a topic that is created without a number, when there are brokers enough."),
    MIN_INSYNC_REPLICAS(
            "min.insync.replicas", "2", 1, 32_767, "min.insync.replicas of a topic that is created without one."),
    MESSAGE_MAX_BYTES(
            "message.max.bytes",
            "1048576",
            1_024,
            64L << 20,
            "Largest record batch, after compression, unless a topic says otherwise."),
    LOG_SEGMENT_BYTES(
            "log.segment.bytes",
            "1073741824",
            1L << 20,
            1L << 34,
            "Size at which a new segment begins, unless a topic says otherwise."),
    LOG_ROLL_MS(
            "log.roll.ms",
            "604800000",
            1_000,
            Long.MAX_VALUE,
            "Age at which a new segment begins, unless a topic says otherwise."),
    LOG_RETENTION_MS(
            "log.retention.ms",
            "604800000",
            -1,
            Long.MAX_VALUE,
            "How long records are kept unless a topic says otherwise; -1 for ever."),
    LOG_RETENTION_BYTES(
            "log.retention.bytes",
            "-1",
            -1,
            Long.MAX_VALUE,
            "How much of each partition is kept unless a topic says otherwise; -1 for no limit."),
    LOG_RETENTION_CHECK_INTERVAL_MS(
            "log.retention.check.interval.ms", "60000", 100, 86_400_000, "How often old segments are looked for."),
    LOG_SCRUB_INTERVAL_MS(
            "log.scrub.interval.ms",
            "3600000",
            100,
            Long.MAX_VALUE,
            "Pause between two passes that read all sealed segments again and verify their checksums."),
    PRODUCER_ID_EXPIRATION_MS(
            "producer.id.expiration.ms",
            "86400000",
            1_000,
            Long.MAX_VALUE,
            "How long the sequence numbers of a producer that writes nothing are remembered."),
    OFFSETS_TOPIC_NUM_PARTITIONS(
            "offsets.topic.num.partitions",
            "16",
            1,
            1_000,
            "Partitions of the topic that consumer groups are kept in; counts only when it is made."),
    OFFSETS_TOPIC_REPLICATION_FACTOR(
            "offsets.topic.replication.factor",
            "3",
            1,
            32_767,
            "Its replicas, when there are brokers enough at the moment it is made."),
    OFFSETS_RETENTION_MINUTES(
            "offsets.retention.minutes",
            "10080",
            1,
            Integer.MAX_VALUE,
            "How long the committed offsets of a group without members are kept, in minutes."),
    GROUP_CONSUMER_SESSION_TIMEOUT_MS(
            "group.consumer.session.timeout.ms",
            "45000",
            200,
            3_600_000,
            "A member of a group is out when nothing was heard of it for so long."),
    GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS(
            "group.consumer.heartbeat.interval.ms",
            "5000",
            50,
            600_000,
            "Time between the heartbeats of a member of a group; news does not wait for it."),
    GROUP_CONSUMER_MAX_SIZE("group.consumer.max.size", "2000", 1, 1_000_000, "Most members of a group."),
    QUORUM_ELECTION_TIMEOUT_MIN_MS(
            "quorum.election.timeout.min.ms",
            "600",
            50,
            60_000,
            "Shortest time without a word from the quorum leader after which a voter stands for election."),
    QUORUM_ELECTION_TIMEOUT_MAX_MS(
            "quorum.election.timeout.max.ms",
            "1200",
            75,
            120_000,
            "Longest such time; at least one and a half times the shortest."),
    CONTROLLED_SHUTDOWN_TIMEOUT_MS(
            "controlled.shutdown.timeout.ms",
            "10000",
            0,
            600_000,
            "How long a stopping broker waits until others lead its partitions.");

    private final String key;
    private final String defaultValue;
    private final ConfigType type;
    private final long min;
    private final long max;
    private final String documentation;

    ConfigKey(String key, String defaultValue, ConfigType type, String documentation) {
        this(key, defaultValue, type, 0, 0, documentation);
    }

    /** A whole number within bounds, both included. */
    ConfigKey(String key, String defaultValue, long min, long max, String documentation) {
        this(key, defaultValue, ConfigType.NUMBER, min, max, documentation);
    }

    ConfigKey(String key, String defaultValue, ConfigType type, long min, long max, String documentation) {
        this.documentation = documentation;
        this.key = key;
        this.defaultValue = defaultValue;
        this.type = type;
        this.min = min;
        this.max = max;
    }

    String key() {
        return key;
    }

    String documentation() {
        return documentation;
    }

    /** The legal values in words. */
    String legalValues() {
        return type == ConfigType.NUMBER ? "a whole number from " + min + " to " + max : type.words();
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
