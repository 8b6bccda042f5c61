// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Carries commands out one after the other, as the metadata log does, with short forms for what tests do often. */
final class TestCluster {
    static final UUID TOPIC = new UUID(7, 7);
    static final PartitionKey P0 = new PartitionKey(TOPIC, 0);

    ClusterImage image = ClusterImage.EMPTY;
    Decision last = new Decision(null, CommandAnswer.ok(-1));
    long entropy;
    private long lives;
    private long index = -1;

    /** Live brokers 0 to {@code brokers - 1} without racks. */
    static TestCluster of(int brokers) {
        TestCluster cluster = new TestCluster();
        for (int id = 0; id < brokers; id++) {
            cluster.start(id, "");
        }
        return cluster;
    }

    /** Live brokers 0 to 2 and a topic whose partition 0 has the given replicas. */
    static TestCluster withPartition(int minIsr, Integer... replicas) {
        TestCluster cluster =
                of(Math.max(3, 1 + Arrays.stream(replicas).max(Integer::compare).orElse(0)));
        cluster.ok(new CreateTopic(
                "orders",
                TOPIC,
                1,
                replicas.length,
                configs("min.insync.replicas", Integer.toString(minIsr)),
                List.of(List.of(replicas))));
        return cluster;
    }

    CommandAnswer submit(ClusterCommand command) {
        CommandContext context = nextContext();
        index++;
        last = ClusterController.decide(image, command, context);
        ClusterDelta delta = last.delta();
        image = delta == null ? image : ClusterImages.apply(image, delta);
        return last.answer();
    }

    /** What the log says of the next command. */
    CommandContext nextContext() {
        return new CommandContext(index + 1, 1, nextTimeMs(), entropy);
    }

    /** Time of the next command. */
    long nextTimeMs() {
        return 1_000 * (index + 1);
    }

    CommandAnswer ok(ClusterCommand command) {
        CommandAnswer answer = submit(command);
        if (!answer.isOk()) {
            throw new AssertionError(command + " was refused: " + answer);
        }
        return answer;
    }

    void start(int brokerId, String rack) {
        ok(registration(brokerId, -1, false, rack, List.of()));
        unfence(brokerId);
    }

    /** A new life after a kill on the same boot, with an intact log. */
    RegisterBroker registration(int brokerId) {
        return registration(brokerId, -1, false, rackOf(brokerId), List.of());
    }

    /** A new life after a power cut. */
    RegisterBroker lossyRegistration(int brokerId) {
        return registration(brokerId, -1, true, rackOf(brokerId), List.of());
    }

    /** A new life after a stop in good order. */
    RegisterBroker cleanRegistration(int brokerId) {
        return registration(brokerId, life(brokerId).brokerEpoch(), false, rackOf(brokerId), List.of());
    }

    RegisterBroker registration(
            int brokerId, long previousBrokerEpoch, boolean lossy, String rack, List<PartitionKey> unclean) {
        lives++;
        return new RegisterBroker(
                brokerId,
                new UUID(1, lives),
                new Endpoint("127.0.0.1", 9092 + brokerId),
                rack,
                new UUID(2, brokerId),
                previousBrokerEpoch,
                lossy,
                unclean,
                new UUID(3, lives),
                RegisterBroker.NOT_OBSERVED,
                FeatureLevel.LATEST);
    }

    private String rackOf(int brokerId) {
        BrokerImage broker = image.brokers().get(brokerId);
        return broker == null ? "" : broker.rack();
    }

    void fence(Integer... brokerIds) {
        ok(new FenceBrokers(Arrays.stream(brokerIds).map(this::life).toList()));
    }

    void unfence(int brokerId) {
        ok(new UnfenceBroker(life(brokerId)));
    }

    /** Fences and brings back a broker whose process was killed, without a loss. */
    void restartKilled(int brokerId) {
        fence(brokerId);
        ok(registration(brokerId));
        unfence(brokerId);
    }

    BrokerLife life(int brokerId) {
        return new BrokerLife(brokerId, broker(brokerId).brokerEpoch());
    }

    BrokerImage broker(int brokerId) {
        return Objects.requireNonNull(image.brokers().get(brokerId));
    }

    PartitionImage p0() {
        return partition(P0);
    }

    PartitionImage partition(PartitionKey key) {
        return Objects.requireNonNull(image.partition(key));
    }

    /** What the leader of partition 0 would propose from the present image. */
    IsrProposal proposal(Integer... newIsr) {
        return proposalAt(p0().leaderEpoch(), p0().partitionEpoch(), newIsr);
    }

    IsrProposal proposalAt(int leaderEpoch, int partitionEpoch, Integer... newIsr) {
        return new IsrProposal(
                P0,
                leaderEpoch,
                partitionEpoch,
                Arrays.stream(newIsr).map(this::life).toList(),
                RecoveryState.RECOVERED);
    }

    /** Has the leader of partition 0 propose these in-sync replicas. */
    ErrorCode alterIsr(Integer... newIsr) {
        return propose(p0().leader(), proposal(newIsr));
    }

    ErrorCode propose(int sender, IsrProposal proposal) {
        return ok(new AlterPartitions(life(sender), List.of(proposal)))
                .partitions()
                .get(0)
                .error();
    }

    /** Puts a partition's record in place of the present one, to set a scene. */
    void replace(PartitionImage partition) {
        TopicImage topic = Objects.requireNonNull(image.topics().get(TOPIC));
        image = new ClusterImage(
                image.index(),
                image.clusterId(),
                image.brokers(),
                image.topics().plus(TOPIC, topic.withPartition(0, partition)),
                image.topicIds(),
                image.clusterConfigs(),
                image.nextProducerId(),
                FeatureLevel.LATEST);
    }

    static SortedMap<String, String> configs(String... keysAndValues) {
        SortedMap<String, String> configs = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configs.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return configs;
    }
}
