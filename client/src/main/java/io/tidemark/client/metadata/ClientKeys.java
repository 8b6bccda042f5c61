// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import static io.tidemark.client.metadata.ConfigKey.bool;
import static io.tidemark.client.metadata.ConfigKey.integer;

import io.tidemark.record.Compression;
import io.tidemark.v1.Acks;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every setting of the client. Sizes are in bytes, times in milliseconds. */
public final class ClientKeys {
    /** Where to find the cluster first. */
    public static final ConfigKey<List<NodeAddress>> BOOTSTRAP_SERVERS = new ConfigKey<>(
            "bootstrap.servers",
            null,
            "a comma separated list of HOST:PORT",
            "Some nodes of the cluster; the others are learned from them.",
            NodeAddress::parseList);
    /** Name in logs. */
    public static final ConfigKey<String> CLIENT_ID =
            new ConfigKey<>("client.id", "", "any text", "Name of this client in thread names and logs.", text -> text);
    /** When a write counts. */
    public static final ConfigKey<Acks> ACKS = new ConfigKey<>(
            "acks",
            "all",
            "0, 1 or all",
            "When a write is acknowledged: at once (0), by the leader (1), or by every in-sync replica (all).",
            ClientKeys::parseAcks);
    /** Exactly-once appends. */
    public static final ConfigKey<Boolean> ENABLE_IDEMPOTENCE = bool(
            "enable.idempotence",
            true,
            "Each record is written exactly once and in order in spite of retries; needs acks=all. Setting acks to 0 or 1"
                    + " turns it off.");
    /** Size at which a batch is sent. */
    public static final ConfigKey<Integer> BATCH_SIZE = integer(
            "batch.size",
            65_536,
            0,
            "Size in bytes at which a batch is sent without waiting for linger.ms; 0 for one" + " record each.");
    /** Wait for more records. */
    public static final ConfigKey<Integer> LINGER_MS =
            integer("linger.ms", 5, 0, "How long a batch waits for more records.");
    /** Memory of unsent records. */
    public static final ConfigKey<Integer> BUFFER_MEMORY = integer(
            "buffer.memory", 33_554_432, 1024, "Bytes of records that are not done yet; send blocks beyond that.");
    /** Codec. */
    public static final ConfigKey<Compression> COMPRESSION_TYPE = new ConfigKey<>(
            "compression.type",
            "none",
            "none, gzip, snappy, lz4 or zstd",
            "Codec of the batches.",
            text -> Compression.valueOf(lowerOnly(text).toUpperCase(Locale.ROOT)));
    /** Largest record. */
    public static final ConfigKey<Integer> MAX_REQUEST_SIZE = integer(
            "max.request.size", 1_048_576, 1, "Largest batch in bytes before compression, and so the largest record.");
    /** Pipelining. */
    public static final ConfigKey<Integer> MAX_IN_FLIGHT = integer(
            "max.in.flight.requests.per.connection",
            5,
            1,
            "Unacknowledged batches per partition; at most 5 with idempotence. Above 1 without it, retries may reorder.");
    /** Bound of a send. */
    public static final ConfigKey<Integer> DELIVERY_TIMEOUT_MS =
            integer("delivery.timeout.ms", 120_000, 1, "Time from send until its record is acknowledged or fails.");
    /** Bound of one request. */
    public static final ConfigKey<Integer> REQUEST_TIMEOUT_MS =
            integer("request.timeout.ms", 30_000, 1, "Longest wait for one answer before it is asked again.");
    /** First pause. */
    public static final ConfigKey<Integer> RETRY_BACKOFF_MS =
            integer("retry.backoff.ms", 25, 1, "First pause before a retry; it doubles up to retry.backoff.max.ms.");
    /** Longest pause. */
    public static final ConfigKey<Integer> RETRY_BACKOFF_MAX_MS =
            integer("retry.backoff.max.ms", 500, 1, "Longest pause before a retry.");
    /** Bound of blocking. */
    public static final ConfigKey<Integer> MAX_BLOCK_MS =
            integer("max.block.ms", 60_000, 0, "Longest time that send blocks for metadata or buffer memory.");
    /** Age of metadata. */
    public static final ConfigKey<Integer> METADATA_MAX_AGE_MS =
            integer("metadata.max.age.ms", 300_000, 100, "Age at which metadata is asked for again without a reason.");
    /** Least to fetch. */
    public static final ConfigKey<Integer> FETCH_MIN_BYTES =
            integer("fetch.min.bytes", 1, 1, "A fetch is answered once this many bytes can be read.");
    /** Longest poll. */
    public static final ConfigKey<Integer> FETCH_MAX_WAIT_MS =
            integer("fetch.max.wait.ms", 500, 0, "Longest wait of a fetch for fetch.min.bytes; at most 60000.");
    /** Most to fetch. */
    public static final ConfigKey<Integer> FETCH_MAX_BYTES =
            integer("fetch.max.bytes", 8_388_608, 1, "Bound of one fetch's answer in bytes.");
    /** Most to fetch of a partition. */
    public static final ConfigKey<Integer> MAX_PARTITION_FETCH_BYTES = integer(
            "max.partition.fetch.bytes", 1_048_576, 1, "Bound of one fetch's answer for one partition in bytes.");
    /** Most records of a poll. */
    public static final ConfigKey<Integer> MAX_POLL_RECORDS =
            integer("max.poll.records", 500, 1, "Most records that one poll returns.");
    /** Where to start. */
    public static final ConfigKey<OffsetReset> AUTO_OFFSET_RESET = new ConfigKey<>(
            "auto.offset.reset",
            "latest",
            "earliest, latest or none",
            "Where to read when there is no position, or it is no longer in the log.",
            text -> OffsetReset.valueOf(lowerOnly(text).toUpperCase(Locale.ROOT)));
    /** Bound of blocking calls. */
    public static final ConfigKey<Integer> DEFAULT_API_TIMEOUT_MS = integer(
            "default.api.timeout.ms", 60_000, 1, "Longest time of blocking calls without a time limit of their own.");
    /** Rack. */
    public static final ConfigKey<String> CLIENT_RACK = new ConfigKey<>(
            "client.rack",
            "",
            "any text",
            "Rack of this client: a consumer, in a group or not, reads from an in-sync replica in it where there is one.",
            text -> text);

    /** Group. */
    public static final ConfigKey<String> GROUP_ID = new ConfigKey<>(
            "group.id",
            "",
            "1 to 255 characters",
            "The consumer group to read in and to commit offsets for.",
            text -> text);
    /** Static membership. */
    public static final ConfigKey<String> GROUP_INSTANCE_ID = new ConfigKey<>(
            "group.instance.id",
            "",
            "at most 255 characters",
            "Name of this member that outlives its restarts: its partitions wait for it until its session ends.",
            text -> text);
    /** Assignor. */
    public static final ConfigKey<String> GROUP_REMOTE_ASSIGNOR = new ConfigKey<>(
            "group.remote.assignor",
            "",
            "uniform or range, or empty for the group's choice",
            "How the coordinator shares partitions out; the assignor that most members ask for is taken.",
            ClientKeys::parseAssignor);
    /** Commits by the client. */
    public static final ConfigKey<Boolean> ENABLE_AUTO_COMMIT = bool(
            "enable.auto.commit",
            true,
            "Whether poll commits, now and then, the offsets of the records that earlier polls returned.");
    /** Time between commits. */
    public static final ConfigKey<Integer> AUTO_COMMIT_INTERVAL_MS =
            integer("auto.commit.interval.ms", 5_000, 0, "Time between the commits of enable.auto.commit.");
    /** Patience with the application. */
    public static final ConfigKey<Integer> MAX_POLL_INTERVAL_MS = integer(
            "max.poll.interval.ms",
            300_000,
            1,
            "A member that does not poll for so long leaves its group; and how long it may take to give partitions up.");

    private static final List<ConfigKey<?>> ALL = List.of(
            BOOTSTRAP_SERVERS,
            CLIENT_ID,
            ACKS,
            ENABLE_IDEMPOTENCE,
            BATCH_SIZE,
            LINGER_MS,
            BUFFER_MEMORY,
            COMPRESSION_TYPE,
            MAX_REQUEST_SIZE,
            MAX_IN_FLIGHT,
            DELIVERY_TIMEOUT_MS,
            REQUEST_TIMEOUT_MS,
            RETRY_BACKOFF_MS,
            RETRY_BACKOFF_MAX_MS,
            MAX_BLOCK_MS,
            METADATA_MAX_AGE_MS,
            FETCH_MIN_BYTES,
            FETCH_MAX_WAIT_MS,
            FETCH_MAX_BYTES,
            MAX_PARTITION_FETCH_BYTES,
            MAX_POLL_RECORDS,
            AUTO_OFFSET_RESET,
            DEFAULT_API_TIMEOUT_MS,
            CLIENT_RACK,
            GROUP_ID,
            GROUP_INSTANCE_ID,
            GROUP_REMOTE_ASSIGNOR,
            ENABLE_AUTO_COMMIT,
            AUTO_COMMIT_INTERVAL_MS,
            MAX_POLL_INTERVAL_MS);

    private static final Map<String, ConfigKey<?>> BY_NAME = byName();

    private ClientKeys() {}

    /** All settings, in the order of their documentation. */
    public static List<ConfigKey<?>> all() {
        return ALL;
    }

    static @Nullable ConfigKey<?> named(String name) {
        return BY_NAME.get(name);
    }

    private static Map<String, ConfigKey<?>> byName() {
        Map<String, ConfigKey<?>> byName = new TreeMap<>();
        ALL.forEach(key -> byName.put(key.name(), key));
        return byName;
    }

    private static Acks parseAcks(String text) {
        return switch (text) {
            case "0" -> Acks.ACKS_NONE;
            case "1" -> Acks.ACKS_LEADER;
            case "all", "-1" -> Acks.ACKS_ALL;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static String parseAssignor(String text) {
        if (!text.isEmpty() && !text.equals("uniform") && !text.equals("range")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    private static String lowerOnly(String text) {
        if (!text.equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
