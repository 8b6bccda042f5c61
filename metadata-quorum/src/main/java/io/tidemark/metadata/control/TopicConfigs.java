// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The configs of one topic: each set on the topic, or else the cluster-wide default, or else the default. Immutable.
 * {@link #keys} lists all there are, for checks and for the reference page.
 */
public final class TopicConfigs {
    /** See {@link #minInSyncReplicas}. */
    public static final TopicConfigKey<Integer> MIN_IN_SYNC_REPLICAS = new TopicConfigKey<>(
            "min.insync.replicas",
            "2",
            "a whole number from 1 to 32767",
            "In-sync replicas that must be there for a write with acks=all, and that hold it when it is acknowledged. As"
                    + " the cluster's default, at most the number of replicas counts; set on a topic, more is refused.",
            number(1, 32_767).andThen(Long::intValue));

    /** See {@link #retentionMs}. */
    public static final TopicConfigKey<Long> RETENTION_MS = new TopicConfigKey<>(
            "retention.ms",
            "604800000",
            "-1 for no limit, or milliseconds from 1",
            "How long records are kept, in milliseconds; -1 for ever.",
            TopicConfigs::numberOrUnlimited);

    /** See {@link #retentionBytes}. */
    public static final TopicConfigKey<Long> RETENTION_BYTES = new TopicConfigKey<>(
            "retention.bytes",
            "-1",
            "-1 for no limit, or bytes from 1",
            "How much of each partition is kept, in bytes; -1 for no limit.",
            TopicConfigs::numberOrUnlimited);

    /** See {@link #segmentBytes}. */
    public static final TopicConfigKey<Long> SEGMENT_BYTES = new TopicConfigKey<>(
            "segment.bytes",
            "1073741824",
            "bytes from 65536 to 2147483647",
            "Size at which a new segment of a partition's log begins, in bytes. Whole segments are deleted.",
            number(65_536, Integer.MAX_VALUE));

    /** See {@link #segmentMs}. */
    public static final TopicConfigKey<Long> SEGMENT_MS = new TopicConfigKey<>(
            "segment.ms",
            "604800000",
            "milliseconds from 1",
            "Age at which a new segment of a partition's log begins, in milliseconds.",
            number(1, Long.MAX_VALUE));

    /** See {@link #maxMessageBytes}. */
    public static final TopicConfigKey<Integer> MAX_MESSAGE_BYTES = new TopicConfigKey<>(
            "max.message.bytes",
            "1048576",
            "bytes from 1024 to 16777216",
            "Largest record batch that is accepted, in bytes, after compression.",
            number(1_024, 16_777_216).andThen(Long::intValue));

    /** How old records are removed. */
    public static final TopicConfigKey<String> CLEANUP_POLICY = new TopicConfigKey<>(
            "cleanup.policy",
            "delete",
            "delete, compact or compact,delete",
            "How old records are removed: delete drops whole segments by age and size; compact keeps the last record of each"
                    + " key.",
            oneOf("delete", "compact", "compact,delete", "delete,compact"));

    /** How long deletions stay in a compacted topic. */
    public static final TopicConfigKey<Long> DELETE_RETENTION_MS = new TopicConfigKey<>(
            "delete.retention.ms",
            "86400000",
            "milliseconds from 0",
            "How long a record without value, which deletes its key, stays in a compacted topic once what it deletes is gone, in"
                    + " milliseconds.",
            number(0, Long.MAX_VALUE));

    /** When compaction is worth the work. */
    public static final TopicConfigKey<Double> MIN_CLEANABLE_DIRTY_RATIO = new TopicConfigKey<>(
            "min.cleanable.dirty.ratio",
            "0.5",
            "a number from 0 to 1",
            "Share of a partition's bytes that must be new before a compacted topic is compacted again.",
            TopicConfigs::share);

    /** See {@link #durability}. */
    public static final TopicConfigKey<Durability> DURABILITY = new TopicConfigKey<>(
            "durability",
            "replicated",
            "replicated or flushed",
            "When a replica counts as holding a record: replicated, when it is appended; flushed, when it is on the disk.",
            oneOf("replicated", "flushed").andThen(text -> Durability.valueOf(text.toUpperCase(Locale.ROOT))));

    /** See {@link #uncleanLeaderElection}. */
    public static final TopicConfigKey<Boolean> UNCLEAN_LEADER_ELECTION_ENABLE = new TopicConfigKey<>(
            "unclean.leader.election.enable",
            "false",
            "true or false",
            "Whether a replica that may lack acknowledged records is elected when no other is left. Records may be lost.",
            oneOf("true", "false").andThen(Boolean::valueOf));

    /** See {@link #uncleanRecoveryStrategy}. */
    public static final TopicConfigKey<UncleanRecoveryStrategy> UNCLEAN_RECOVERY_STRATEGY = new TopicConfigKey<>(
            "unclean.recovery.strategy",
            "balanced",
            "balanced, proactive or manual",
            "Who leads when no replica is left that surely holds all that was acknowledged: balanced, the longest log once"
                    + " all that may hold it have reported; proactive, the longest that reports within 5 s; manual, whom the"
                    + " operator elects. Records may be lost.",
            oneOf("balanced", "proactive", "manual")
                    .andThen(text -> UncleanRecoveryStrategy.valueOf(text.toUpperCase(Locale.ROOT))));

    /** See {@link #deleteGraceMs}. */
    public static final TopicConfigKey<Long> DELETE_GRACE_MS = new TopicConfigKey<>(
            "delete.grace.ms",
            "0",
            "milliseconds from 0",
            "How long a deleted topic can be had back, in milliseconds; its logs are kept so long. 0 for not at all.",
            number(0, Long.MAX_VALUE / 4));

    /**
     * Set by the controller on a topic whose durability was changed to flushed, for good; not to be set by anybody. What its
     * replicas counted before need not be on their disks, and nobody can say when it is.
     */
    static final String DURABILITY_SWITCHED = "durability.switched";

    private static final SortedMap<String, TopicConfigKey<?>> BY_NAME = new TreeMap<>();

    static {
        for (TopicConfigKey<?> key : List.of(
                MIN_IN_SYNC_REPLICAS,
                RETENTION_MS,
                RETENTION_BYTES,
                SEGMENT_BYTES,
                SEGMENT_MS,
                MAX_MESSAGE_BYTES,
                CLEANUP_POLICY,
                DELETE_RETENTION_MS,
                MIN_CLEANABLE_DIRTY_RATIO,
                DURABILITY,
                UNCLEAN_LEADER_ELECTION_ENABLE,
                UNCLEAN_RECOVERY_STRATEGY,
                DELETE_GRACE_MS)) {
            BY_NAME.put(key.name(), key);
        }
    }

    private final Map<String, String> topic;
    private final Map<String, String> cluster;

    private TopicConfigs(Map<String, String> topic, Map<String, String> cluster) {
        this.topic = topic;
        this.cluster = cluster;
    }

    /** All configs there are, in order of their names. */
    public static List<TopicConfigKey<?>> keys() {
        return List.copyOf(BY_NAME.values());
    }

    /** One line that says what is wrong with the config; null when it is legal. */
    public static @Nullable String problem(String name, String value) {
        TopicConfigKey<?> key = BY_NAME.get(name);
        return key == null ? unknown(name) : key.problem(value);
    }

    /** One line that says that the name is not known; null when it is. */
    public static @Nullable String problem(String name) {
        return BY_NAME.containsKey(name) ? null : unknown(name);
    }

    private static String unknown(String name) {
        return "unknown topic config " + name + "; known are " + String.join(", ", BY_NAME.keySet());
    }

    /** Of a topic with these configs in a cluster with these defaults; both must be legal. */
    public static TopicConfigs of(Map<String, String> topic, Map<String, String> cluster) {
        return new TopicConfigs(topic, cluster);
    }

    /** Of a topic of the image; the cluster's defaults when the topic is not known. */
    public static TopicConfigs of(ClusterImage image, UUID topicId) {
        TopicImage topic = image.topics().get(topicId);
        return new TopicConfigs(topic == null ? new TreeMap<>() : topic.configs(), image.clusterConfigs());
    }

    /** The value of a config. */
    public <T> T get(TopicConfigKey<T> key) {
        return key.parse(text(key));
    }

    /** Every config with the value in force, as text. */
    public SortedMap<String, String> effective() {
        SortedMap<String, String> effective = new TreeMap<>();
        BY_NAME.forEach((name, key) -> effective.put(name, text(key)));
        return effective;
    }

    private String text(TopicConfigKey<?> key) {
        String own = topic.get(key.name());
        if (own != null) {
            return own;
        }
        String shared = cluster.get(key.name());
        return shared == null ? key.defaultText() : shared;
    }

    /** Configured minimum of in-sync replicas. The number that counts stands in each partition's record (guard G1). */
    public int minInSyncReplicas() {
        return get(MIN_IN_SYNC_REPLICAS);
    }

    /** How long records are kept, in milliseconds; -1 for ever. */
    public long retentionMs() {
        return get(RETENTION_MS);
    }

    /** How much of each partition is kept, in bytes; -1 for no limit. */
    public long retentionBytes() {
        return get(RETENTION_BYTES);
    }

    /** Size at which a new segment begins, in bytes. */
    public long segmentBytes() {
        return get(SEGMENT_BYTES);
    }

    /** Age at which a new segment begins, in milliseconds. */
    public long segmentMs() {
        return get(SEGMENT_MS);
    }

    /** Largest batch that is accepted, in bytes. */
    public int maxMessageBytes() {
        return get(MAX_MESSAGE_BYTES);
    }

    /** When a record counts as held by a replica. */
    public Durability durability() {
        return get(DURABILITY);
    }

    /** Whether all that a replica ever counted was on its disk: the topic is flushed and was so from its creation on. */
    boolean wasAlwaysFlushed() {
        return durability() == Durability.FLUSHED && !topic.containsKey(DURABILITY_SWITCHED);
    }

    /** Whether losing records is accepted to have a leader. */
    public boolean uncleanLeaderElection() {
        return get(UNCLEAN_LEADER_ELECTION_ENABLE);
    }

    /** How a leader is found when no eligible leader replica is left. */
    public UncleanRecoveryStrategy uncleanRecoveryStrategy() {
        return get(UNCLEAN_RECOVERY_STRATEGY);
    }

    /** How long a deleted topic can be had back, in milliseconds; 0 for not at all. */
    public long deleteGraceMs() {
        return get(DELETE_GRACE_MS);
    }

    private static Function<String, Long> number(long min, long max) {
        return text -> {
            long value = Long.parseLong(text);
            if (value < min || value > max) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        };
    }

    private static Double share(String text) {
        double value = Double.parseDouble(text);
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    private static Long numberOrUnlimited(String text) {
        return text.equals("-1") ? -1L : number(1, Long.MAX_VALUE).apply(text);
    }

    private static Function<String, String> oneOf(String... values) {
        List<String> legal = List.of(values);
        return text -> {
            if (!legal.contains(text)) {
                throw new IllegalArgumentException("not one of " + legal);
            }
            return text;
        };
    }
}
