// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AddPartitions;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.DrainBroker;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectRecovered;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.FailedReplica;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.ClusterCommand.PurgeTopics;
import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.RecoveredElection;
import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.ClusterCommand.UndeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.command.ClusterCommand.UnregisterBroker;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Draws commands that mostly fit the cluster's state and sometimes are late, wrong or of an older life. */
final class RandomCommands {
    private static final int BROKERS = 5;

    private final TestCluster cluster;
    private final Random random;
    private final List<BrokerLife> pastLives = new ArrayList<>();
    private final List<IsrProposal> pastProposals = new ArrayList<>();
    private long topics;

    RandomCommands(TestCluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
    }

    ClusterCommand next() {
        int draw = random.nextInt(100);
        if (draw < 18) {
            return register();
        }
        if (draw < 32) {
            return fence();
        }
        if (draw < 52) {
            return new UnfenceBroker(life());
        }
        if (draw < 54) {
            return draw == 52 ? new BeginShutdown(life()) : new DrainBroker(life(), random.nextInt(3) > 0);
        }
        if (draw < 57 || cluster.image.topics().isEmpty()) {
            return create();
        }
        if (draw < 60) {
            return lifeOfATopic();
        }
        if (draw < 66) {
            return reassign();
        }
        if (draw < 68) {
            return new ReportFailedReplicas(life(), List.of(failedReplica()));
        }
        if (draw < 69) {
            return new UnregisterBroker(life());
        }
        if (draw < 71) {
            return electRecovered();
        }
        if (draw < 90) {
            return alter();
        }
        if (draw < 93) {
            return new ElectLeaders(
                    random.nextInt(4) == 0 ? ElectionKind.UNCLEAN : ElectionKind.PREFERRED, List.of(partition()));
        }
        if (draw < 97) {
            return configs();
        }
        return draw == 98 ? new AllocateProducerIds(1 + random.nextInt(10)) : new NoOp();
    }

    private ClusterCommand lifeOfATopic() {
        TopicImage topic = topic();
        return switch (random.nextInt(6)) {
            case 0 -> new DeleteTopic(topic.topicId(), 0L);
            case 1 -> new DeleteTopic(topic.topicId(), 20_000L);
            case 2, 3 -> new UndeleteTopic(topic.topicId());
            case 4 -> new PurgeTopics(List.of(topic.topicId()));
            default -> new AddPartitions(topic.topicId(), topic.partitions().size() + random.nextInt(3), List.of());
        };
    }

    private ClusterCommand reassign() {
        List<Integer> replicas = new ArrayList<>();
        if (random.nextInt(4) > 0) {
            replicas.addAll(cluster.image.brokers().keySet());
            Collections.shuffle(replicas, random);
            replicas.subList(Math.min(replicas.size(), 1 + random.nextInt(4)), replicas.size())
                    .clear();
        }
        if (random.nextInt(8) == 0) {
            return new UpgradeFeatures(1 + random.nextInt(FeatureLevel.LATEST));
        }
        return new ReassignPartitions(List.of(new ReplicaChange(partition(), replicas, random.nextInt(3) * 1_000L)));
    }

    private ClusterCommand electRecovered() {
        PartitionKey key = partition();
        List<PartitionKey> lost = new ArrayList<>();
        cluster.image.topics().values().forEach(topic -> {
            for (int number = 0; number < topic.partitions().size(); number++) {
                if (topic.partitions().get(number).lacksEligible()) {
                    lost.add(new PartitionKey(topic.topicId(), number));
                }
            }
        });
        PartitionKey chosen = lost.isEmpty() ? key : lost.get(random.nextInt(lost.size()));
        return new ElectRecovered(
                List.of(new RecoveredElection(chosen, cluster.partition(chosen).partitionEpoch(), life(), 1, 10)));
    }

    private ClusterCommand register() {
        int brokerId = random.nextInt(BROKERS);
        BrokerImage present = cluster.image.brokers().get(brokerId);
        if (present == null) {
            return cluster.registration(brokerId, -1, false, "rack-" + brokerId % 3, List.of());
        }
        pastLives.add(cluster.life(brokerId));
        List<PartitionKey> unclean =
                cluster.image.topics().isEmpty() || random.nextInt(5) > 0 ? List.of() : List.of(partition());
        return switch (random.nextInt(4)) {
            case 0 -> cluster.lossyRegistration(brokerId);
            case 1 -> cluster.cleanRegistration(brokerId);
            default -> cluster.registration(brokerId, -1, false, present.rack(), unclean);
        };
    }

    private ClusterCommand fence() {
        List<BrokerLife> lives = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            lives.add(life());
        }
        return new FenceBrokers(lives);
    }

    private BrokerLife life() {
        if (!pastLives.isEmpty() && random.nextInt(10) == 0) {
            return pastLives.get(random.nextInt(pastLives.size()));
        }
        int brokerId = random.nextInt(BROKERS);
        return cluster.image.brokers().containsKey(brokerId) ? cluster.life(brokerId) : new BrokerLife(brokerId, 3);
    }

    private ClusterCommand create() {
        topics++;
        return new CreateTopic(
                "topic-" + topics,
                new UUID(7, topics),
                1 + random.nextInt(4),
                1 + random.nextInt(4),
                TestCluster.configs(
                        "min.insync.replicas", Integer.toString(1 + random.nextInt(3)),
                        "unclean.leader.election.enable", Boolean.toString(random.nextInt(6) == 0)),
                List.of());
    }

    private TopicImage topic() {
        List<TopicImage> all = List.copyOf(cluster.image.topics().values());
        return all.get(random.nextInt(all.size()));
    }

    private PartitionKey partition() {
        TopicImage topic = topic();
        return new PartitionKey(
                topic.topicId(), random.nextInt(topic.partitions().size()));
    }

    private FailedReplica failedReplica() {
        PartitionKey key = partition();
        int leaderEpoch = cluster.partition(key).leaderEpoch();
        return random.nextBoolean()
                ? FailedReplica.failed(key)
                : new FailedReplica(key, leaderEpoch - random.nextInt(2));
    }

    private ClusterCommand alter() {
        PartitionKey key = partition();
        PartitionImage partition = cluster.partition(key);
        if (!pastProposals.isEmpty() && random.nextInt(8) == 0) {
            return new AlterPartitions(life(), List.of(pastProposals.get(random.nextInt(pastProposals.size()))));
        }
        if (!partition.hasLeader()) {
            return new NoOp();
        }
        List<BrokerLife> newIsr = new ArrayList<>();
        for (Integer replica : partition.replicas()) {
            boolean known = cluster.image.brokers().containsKey(replica);
            if (known && (replica == partition.leader() || random.nextInt(4) > 0)) {
                newIsr.add(random.nextInt(20) == 0 ? life() : cluster.life(replica));
            }
        }
        IsrProposal proposal = new IsrProposal(
                key,
                partition.leaderEpoch() + (random.nextInt(20) == 0 ? 1 : 0),
                partition.partitionEpoch(),
                partition.recovery() == RecoveryState.RECOVERING ? List.of(cluster.life(partition.leader())) : newIsr,
                RecoveryState.RECOVERED);
        pastProposals.add(proposal);
        return random.nextInt(10) == 0
                ? new NoOp()
                : new AlterPartitions(cluster.life(partition.leader()), List.of(proposal));
    }

    private ClusterCommand configs() {
        UUID topicId = random.nextInt(4) == 0 ? null : partition().topicId();
        return new AlterConfigs(List.of(
                switch (random.nextInt(4)) {
                    case 0 -> new ConfigChange(topicId, "min.insync.replicas", null);
                    case 1 -> new ConfigChange(topicId, "unclean.leader.election.enable", "false");
                    default ->
                        new ConfigChange(topicId, "min.insync.replicas", Integer.toString(1 + random.nextInt(3)));
                }));
    }
}
