// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.engine.group.GroupSettings;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.engine.runtime.TopicDefaults;
import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node's configuration: from a file, overridden by the environment ({@code node.id} by {@code TIDEMARK_NODE_ID}),
 * overridden by what the caller sets. Checked whole when it is loaded. Immutable.
 */
public final class NodeConfig {
    private static final long FETCH_RETRY_MS = 50;
    private static final long PROPOSAL_RETRY_MS = 500;
    private static final int REPLICA_FETCH_MAX_BYTES = 1 << 20;
    private static final int BATCH_SLACK_BYTES = 256;

    private final Map<ConfigKey, String> values;

    private NodeConfig(Map<ConfigKey, String> values) {
        this.values = values;
    }

    /**
     * A setting of a node.
     *
     * @param name its key, Kafka's where the meaning is Kafka's
     * @param variable environment variable that sets it
     * @param defaultText value when it is not set; empty for none
     * @param legalValues the legal values in words
     * @param documentation what it does
     */
    public record Key(String name, String variable, String defaultText, String legalValues, String documentation) {}

    /** All settings there are. */
    public static List<Key> keys() {
        return Stream.of(ConfigKey.values())
                .map(key ->
                        new Key(key.key(), key.variable(), key.defaultValue(), key.legalValues(), key.documentation()))
                .toList();
    }

    /**
     * Loads and checks.
     *
     * @param file a properties file; null for none
     * @param environment environment variables; those that name no key are not looked at
     * @param overrides values by key, the last word
     * @throws ConfigException with one line when a key is unknown, a value is not legal, or values contradict each other
     */
    public static NodeConfig load(@Nullable Path file, Map<String, String> environment, Map<String, String> overrides)
            throws ConfigException {
        Map<ConfigKey, String> values = new EnumMap<>(ConfigKey.class);
        for (ConfigKey key : ConfigKey.values()) {
            values.put(key, key.defaultValue());
        }
        if (file != null) {
            putAll(values, read(file), file.toString());
        }
        for (ConfigKey key : ConfigKey.values()) {
            String value = environment.get(key.variable());
            if (value != null) {
                values.put(key, value.strip());
            }
        }
        putAll(values, overrides, "--set");
        NodeConfig config = new NodeConfig(values);
        config.check();
        return config;
    }

    private static void putAll(Map<ConfigKey, String> values, Map<String, String> given, String source)
            throws ConfigException {
        for (Map.Entry<String, String> entry : new TreeMap<>(given).entrySet()) {
            ConfigKey key = ConfigKey.named(entry.getKey());
            if (key == null) {
                throw new ConfigException("unknown config key \"" + entry.getKey() + "\" in " + source
                        + "; `tidemark config print` lists all keys");
            }
            values.put(key, entry.getValue().strip());
        }
    }

    private static Map<String, String> read(Path file) throws ConfigException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (NoSuchFileException missing) {
            throw new ConfigException("cannot read config file " + file + ": no such file");
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigException("cannot read config file " + file + ": "
                    + unreadable.getClass().getSimpleName());
        }
        Map<String, String> given = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> given.put(name, properties.getProperty(name)));
        return given;
    }

    private void check() throws ConfigException {
        for (Map.Entry<ConfigKey, String> entry : values.entrySet()) {
            ConfigKey key = entry.getKey();
            String problem = key.problem(entry.getValue());
            if (problem != null) {
                throw new ConfigException(
                        key.key() + " " + problem + " (set it in the file, as " + key.variable() + " or by --set)");
            }
        }
        require(
                2 * heartbeatIntervalMs() <= sessionTimeoutMs(),
                "broker.heartbeat.interval.ms must be at most half of broker.session.timeout.ms");
        require(
                number(ConfigKey.GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS)
                        < number(ConfigKey.GROUP_CONSUMER_SESSION_TIMEOUT_MS),
                "group.consumer.heartbeat.interval.ms must be less than group.consumer.session.timeout.ms");
        require(
                number(ConfigKey.QUORUM_ELECTION_TIMEOUT_MAX_MS) * 2
                        >= number(ConfigKey.QUORUM_ELECTION_TIMEOUT_MIN_MS) * 3,
                "quorum.election.timeout.max.ms must be at least 1.5 times quorum.election.timeout.min.ms");
        require(
                !isWildcard(listener().host())
                        || !text(ConfigKey.ADVERTISED_LISTENERS).isEmpty(),
                "advertised.listeners is needed when listeners is a wildcard address");
        require(
                !hasQuorumRole() || voters().stream().anyMatch(voter -> voter.nodeId() == nodeId()),
                "node.id " + nodeId() + " is not among controller.quorum.voters; "
                        + "add it there or set process.roles=broker");
    }

    private static void require(boolean condition, String fault) throws ConfigException {
        if (!condition) {
            throw new ConfigException(fault);
        }
    }

    private static boolean isWildcard(String host) {
        return host.equals("0.0.0.0") || host.equals("::") || host.equals("*");
    }

    /** Every key with the value in force, defaults included. */
    public SortedMap<String, String> effective() {
        SortedMap<String, String> effective = new TreeMap<>();
        values.forEach((key, value) -> effective.put(key.key(), value));
        return Collections.unmodifiableSortedMap(effective);
    }

    /** Node id; also the broker id. */
    public int nodeId() {
        return (int) number(ConfigKey.NODE_ID);
    }

    /** Cluster id; empty for the one that the data directory is formatted for. */
    public String clusterId() {
        return text(ConfigKey.CLUSTER_ID);
    }

    /** The data directory. */
    public Path dataDirectory() {
        return Path.of(text(ConfigKey.LOG_DIRS));
    }

    /** Where the gRPC listener binds. */
    public Endpoint listener() {
        return ConfigType.parseAddress(text(ConfigKey.LISTENERS));
    }

    /** Where clients and brokers reach the gRPC listener. */
    public Endpoint advertisedListener() {
        String advertised = text(ConfigKey.ADVERTISED_LISTENERS);
        return advertised.isEmpty() ? listener() : ConfigType.parseAddress(advertised);
    }

    /** Where the HTTP endpoint binds; null when it is off. */
    public @Nullable Endpoint metricsListener() {
        String address = text(ConfigKey.METRICS_LISTENER);
        return address.isEmpty() ? null : ConfigType.parseAddress(address);
    }

    boolean hasBrokerRole() {
        return ConfigType.parseRoles(text(ConfigKey.PROCESS_ROLES)).contains("broker");
    }

    boolean hasQuorumRole() {
        return ConfigType.parseRoles(text(ConfigKey.PROCESS_ROLES)).contains("quorum");
    }

    List<VoterAddress> voters() {
        return VoterAddress.parse(text(ConfigKey.CONTROLLER_QUORUM_VOTERS));
    }

    /** Where the Raft listener binds; null for the address among the voters. */
    @Nullable
    Endpoint raftListener() {
        String address = text(ConfigKey.CONTROLLER_LISTENER);
        return address.isEmpty() ? null : ConfigType.parseAddress(address);
    }

    GroupSettings groups() {
        return new GroupSettings(
                (int) number(ConfigKey.GROUP_CONSUMER_SESSION_TIMEOUT_MS),
                (int) number(ConfigKey.GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS),
                TimeUnit.MINUTES.toMillis(number(ConfigKey.OFFSETS_RETENTION_MINUTES)),
                (int) number(ConfigKey.GROUP_CONSUMER_MAX_SIZE),
                maxMessageBytes() - BATCH_SLACK_BYTES);
    }

    int sessionTimeoutMs() {
        return (int) number(ConfigKey.BROKER_SESSION_TIMEOUT_MS);
    }

    int heartbeatIntervalMs() {
        return (int) number(ConfigKey.BROKER_HEARTBEAT_INTERVAL_MS);
    }

    /** What a topic gets that says nothing itself. */
    TopicDefaults topicDefaults() {
        return new TopicDefaults(
                number(ConfigKey.LOG_SEGMENT_BYTES),
                number(ConfigKey.LOG_ROLL_MS),
                number(ConfigKey.LOG_RETENTION_MS),
                number(ConfigKey.LOG_RETENTION_BYTES),
                maxMessageBytes());
    }

    int maxMessageBytes() {
        return (int) number(ConfigKey.MESSAGE_MAX_BYTES);
    }

    /** Settings of the protocol for topics with default durability. */
    ReplicationConfig replication() {
        return new ReplicationConfig(
                nodeId(),
                number(ConfigKey.REPLICA_LAG_TIME_MAX_MS),
                FETCH_RETRY_MS,
                PROPOSAL_RETRY_MS,
                REPLICA_FETCH_MAX_BYTES,
                number(ConfigKey.PRODUCER_ID_EXPIRATION_MS),
                number(ConfigKey.BROKER_SESSION_TIMEOUT_MS),
                false);
    }

    long number(ConfigKey key) {
        return Long.parseLong(text(key));
    }

    String text(ConfigKey key) {
        String value = values.get(key);
        return value == null ? "" : value;
    }
}
