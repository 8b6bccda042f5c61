// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/** One of each thing that is written, with every field set to a value of its own. */
final class Samples {
    static final UUID TOPIC = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    static final UUID OTHER_TOPIC = UUID.fromString("80000000-0000-4000-8000-000000000002");
    static final CommandContext CONTEXT = new CommandContext(77, 5, 1_700_000_000_123L, -42);
    static final BrokerLife LIFE = new BrokerLife(3, 41);

    private Samples() {}

    static SortedMap<String, ClusterCommand> commands() {
        SortedMap<String, ClusterCommand> commands = new TreeMap<>();
        commands.put("format-cluster", new ClusterCommand.FormatCluster("cluster-a", 1_234_567_890_123L));
        commands.put(
                "register-broker",
                new ClusterCommand.RegisterBroker(
                        3,
                        new UUID(1, 2),
                        new Endpoint("host-3", 9_093),
                        "rack-b",
                        new UUID(3, 4),
                        -1,
                        true,
                        List.of(new PartitionKey(TOPIC, 1)),
                        new UUID(5, 6),
                        ClusterCommand.RegisterBroker.NOT_OBSERVED,
                        FeatureLevel.LATEST));
        commands.put("fence-brokers", new ClusterCommand.FenceBrokers(List.of(LIFE, new BrokerLife(4, 42))));
        commands.put("unfence-broker", new ClusterCommand.UnfenceBroker(LIFE));
        commands.put("begin-shutdown", new ClusterCommand.BeginShutdown(LIFE));
        commands.put(
                "create-topic",
                new ClusterCommand.CreateTopic(
                        "orders", TOPIC, 2, 3, configs(), List.of(List.of(1, 2, 3), List.of(2, 3, 1))));
        commands.put("delete-topic", new ClusterCommand.DeleteTopic(TOPIC));
        commands.put(
                "alter-partitions",
                new ClusterCommand.AlterPartitions(
                        LIFE,
                        List.of(new IsrProposal(
                                new PartitionKey(TOPIC, 1),
                                7,
                                9,
                                List.of(LIFE, new BrokerLife(1, 40)),
                                RecoveryState.RECOVERING))));
        commands.put(
                "elect-leaders",
                new ClusterCommand.ElectLeaders(ElectionKind.UNCLEAN, List.of(new PartitionKey(TOPIC, 1))));
        commands.put(
                "alter-configs",
                new ClusterCommand.AlterConfigs(List.of(
                        new ConfigChange(TOPIC, "retention.ms", "60000"),
                        new ConfigChange(TOPIC, "segment.ms", ""),
                        new ConfigChange(null, "durability", null))));
        commands.put("allocate-producer-ids", new ClusterCommand.AllocateProducerIds(1_000));
        PartitionKey key = new PartitionKey(TOPIC, 1);
        commands.put(
                "register-broker-observing",
                ((ClusterCommand.RegisterBroker) Objects.requireNonNull(commands.get("register-broker")))
                        .observing(39));
        commands.put("delete-topic-grace", new ClusterCommand.DeleteTopic(TOPIC, 60_000L));
        commands.put("undelete-topic", new ClusterCommand.UndeleteTopic(TOPIC));
        commands.put("purge-topics", new ClusterCommand.PurgeTopics(List.of(TOPIC, OTHER_TOPIC)));
        commands.put(
                "add-partitions", new ClusterCommand.AddPartitions(TOPIC, 4, List.of(List.of(1, 2), List.of(2, 3))));
        commands.put(
                "reassign-partitions",
                new ClusterCommand.ReassignPartitions(List.of(
                        new ClusterCommand.ReplicaChange(key, List.of(4, 2)),
                        new ClusterCommand.ReplicaChange(new PartitionKey(OTHER_TOPIC, 0), List.of()))));
        commands.put(
                "report-failed-replicas",
                new ClusterCommand.ReportFailedReplicas(LIFE, List.of(ClusterCommand.FailedReplica.failed(key))));
        commands.put(
                "report-damaged-replicas",
                new ClusterCommand.ReportFailedReplicas(
                        LIFE,
                        List.of(new ClusterCommand.FailedReplica(key, 6), ClusterCommand.FailedReplica.failed(key))));
        commands.put(
                "reassign-partitions-throttled",
                new ClusterCommand.ReassignPartitions(
                        List.of(new ClusterCommand.ReplicaChange(key, List.of(4, 2), 10_000_000L))));
        commands.put("drain-broker", new ClusterCommand.DrainBroker(LIFE, true));
        commands.put("upgrade-features", new ClusterCommand.UpgradeFeatures(2));
        commands.put(
                "report-recovered-logs",
                new ClusterCommand.ReportRecoveredLogs(
                        LIFE, List.of(new ClusterCommand.RecoveredLog(key, -1, 1_000_000_007L))));
        commands.put(
                "elect-recovered",
                new ClusterCommand.ElectRecovered(
                        List.of(new ClusterCommand.RecoveredElection(key, 9, LIFE, 6, 1_000_000_007L))));
        commands.put("unregister-broker", new ClusterCommand.UnregisterBroker(LIFE));
        commands.put("no-op", new ClusterCommand.NoOp());
        return commands;
    }

    static CommandAnswer answer() {
        return new CommandAnswer(
                ErrorCode.ERROR_CODE_INVALID_CONFIG,
                "retention.ms=x is not legal",
                78,
                79,
                TOPIC,
                List.of(
                        new CommandAnswer.PartitionOutcome(
                                new PartitionKey(TOPIC, 1), ErrorCode.ERROR_CODE_UNSPECIFIED, partition()),
                        new CommandAnswer.PartitionOutcome(
                                new PartitionKey(TOPIC, 2), ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA, null)),
                80);
    }

    static BrokerImage broker(int brokerId) {
        return new BrokerImage(
                brokerId,
                40 + brokerId,
                new UUID(1, brokerId),
                new Endpoint("host-" + brokerId, 9_092),
                "rack-a",
                new UUID(2, brokerId),
                brokerId == 2,
                brokerId == 3,
                brokerId == 1,
                new UUID(3, brokerId),
                FeatureLevel.LATEST);
    }

    static PartitionImage partition() {
        return new PartitionImage(
                List.of(1, 2, 3, 4),
                List.of(4),
                List.of(3),
                List.of(1),
                List.of(2),
                List.of(3),
                1,
                7,
                9,
                2,
                RecoveryState.RECOVERING,
                6,
                10_000_000L);
    }

    static PartitionImage offline() {
        return new PartitionImage(
                List.of(1),
                List.of(),
                List.of(),
                List.of(),
                List.of(1),
                List.of(),
                PartitionImage.NO_LEADER,
                0,
                0,
                1,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
    }

    static ClusterImage image() {
        TopicImage orders = new TopicImage(TOPIC, "orders", List.of(partition(), offline()), configs());
        TopicImage other = new TopicImage(OTHER_TOPIC, "a.b_c-9", List.of(offline()), new TreeMap<>());
        TopicImage deleted =
                new TopicImage(new UUID(8, 8), "orders", List.of(offline()), new TreeMap<>(), 1_700_000_600_000L);
        return new ClusterImage(
                90,
                "cluster-a",
                TreePMap.<Integer, BrokerImage>empty()
                        .plus(1, broker(1))
                        .plus(2, broker(2))
                        .plus(3, broker(3)),
                TreePMap.<UUID, TopicImage>empty()
                        .plus(TOPIC, orders)
                        .plus(OTHER_TOPIC, other)
                        .plus(deleted.topicId(), deleted),
                TreePMap.<String, UUID>empty().plus("orders", TOPIC).plus("a.b_c-9", OTHER_TOPIC),
                TreePMap.from(configs()),
                1_234L,
                FeatureLevel.LATEST);
    }

    static ClusterDelta delta() {
        SortedMap<PartitionKey, PartitionImage> partitions = new TreeMap<>();
        partitions.put(new PartitionKey(TOPIC, 1), partition());
        SortedMap<UUID, Map<String, @Nullable String>> topicConfigs = new TreeMap<>();
        Map<String, @Nullable String> changes = new TreeMap<>();
        changes.put("retention.ms", null);
        changes.put("segment.ms", "5");
        topicConfigs.put(TOPIC, changes);
        return new ClusterDelta(
                90,
                93,
                List.of(broker(1)),
                new TreeSet<>(List.of(7, 8)),
                List.of(new TopicImage(new UUID(9, 9), "fresh", List.of(offline()), configs())),
                partitions,
                new TreeSet<>(List.of(OTHER_TOPIC)),
                topicConfigs,
                new TreeMap<>(changes),
                2_000L,
                "cluster-b",
                2);
    }

    static SortedMap<String, String> configs() {
        SortedMap<String, String> configs = new TreeMap<>();
        configs.put("retention.ms", "60000");
        configs.put("durability", "flushed");
        configs.put("min.insync.replicas", "2");
        return configs;
    }
}
