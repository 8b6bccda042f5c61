// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** What holds after every command of every history. The seed in a failure's report gives the same history again. */
class ControllerPropertiesTest {
    private static final int STEPS = 250;

    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    void everyHistoryKeepsTheInvariantsOfThePartitions(@ForAll long seed) {
        TestCluster cluster = TestCluster.of(3);
        RandomCommands commands = new RandomCommands(cluster, seed);
        Map<String, Integer> leaders = new TreeMap<>();
        CommittedRecords committed = new CommittedRecords();
        for (int step = 0; step < STEPS; step++) {
            ClusterImage before = cluster.image;
            ClusterCommand command = commands.next();
            CommandAnswer answer = cluster.submit(command);
            ClusterImage after = cluster.image;

            after.topics().values().forEach(topic -> holds(after, topic));
            after.topics().values().forEach(topic -> followsFrom(before, after, topic, leaders));
            staleLivesChangeNothing(before, command, cluster.last);
            committed.onStep(before, command, answer.isOk(), after);
        }
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void everyHistorySurvivesTheCodecAndIsTheSameInDeltas(@ForAll long seed) throws MetadataFormatException {
        TestCluster cluster = TestCluster.of(3);
        RandomCommands commands = new RandomCommands(cluster, seed);
        ClusterImage start = cluster.image;
        ClusterImage follower = start;
        List<ClusterDelta> deltas = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            ClusterImage before = cluster.image;
            ClusterCommand command = commands.next();
            assertThat(MetadataCodec.fromProto(MetadataCodec.toProto(command, new CommandContext(1, 2, 3, 4))))
                    .isEqualTo(command);
            CommandAnswer answer = cluster.submit(command);
            assertThat(MetadataCodec.fromProto(MetadataCodec.toProto(answer))).isEqualTo(answer);

            ClusterDelta delta = cluster.last.delta();
            ClusterDelta sent = delta == null ? ClusterDelta.empty(before.index(), answer.index()) : delta;
            follower = ClusterImages.apply(follower, MetadataCodec.fromProto(MetadataCodec.toProto(sent)));
            assertThat(follower).isEqualTo(cluster.image);
            assertThat(ClusterImages.apply(before, ClusterImages.diff(before, cluster.image)))
                    .isEqualTo(cluster.image);
            deltas.add(sent);
        }
        ClusterDelta merged = deltas.stream().reduce(ClusterImages::merge).orElseThrow();
        assertThat(ClusterImages.apply(start, merged)).isEqualTo(cluster.image);
        assertThat(ClusterImages.apply(start, ClusterImages.diff(start, cluster.image)))
                .isEqualTo(cluster.image);
        assertThat(MetadataCodec.fromProto(MetadataCodec.toProto(cluster.image)))
                .isEqualTo(cluster.image);
        assertThat(MetadataCodec.toBytes(MetadataCodec.toProto(cluster.image)))
                .isEqualTo(MetadataCodec.toBytes(MetadataCodec.toProto(follower)));
    }

    /** Voters that begin from a snapshot anywhere in the log, and those that apply all of it, end with equal bytes. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void replayFromAnySnapshotGivesTheSameImage(@ForAll long seed) throws MetadataFormatException {
        TestCluster cluster = TestCluster.of(3);
        RandomCommands commands = new RandomCommands(cluster, seed);
        List<ClusterImage> replicas = new ArrayList<>();
        for (int step = 0; step < 120; step++) {
            if (step % 15 == 0) {
                replicas.add(MetadataCodec.fromProto(MetadataCodec.toProto(cluster.image)));
            }
            ClusterCommand command = commands.next();
            CommandContext context = cluster.nextContext();
            cluster.submit(command);
            for (int i = 0; i < replicas.size(); i++) {
                ClusterImage replica = replicas.get(i);
                ClusterDelta delta =
                        ClusterController.decide(replica, command, context).delta();
                replicas.set(i, delta == null ? replica : ClusterImages.apply(replica, delta));
            }
        }
        byte[] expected = MetadataCodec.toBytes(MetadataCodec.toProto(cluster.image));
        assertThat(replicas).allSatisfy(replica -> assertThat(MetadataCodec.toBytes(MetadataCodec.toProto(replica)))
                .isEqualTo(expected));
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void aMergedDeltaBringsEveryFollowerOfItsSpanToItsEnd(@ForAll long seed) {
        TestCluster cluster = TestCluster.of(3);
        RandomCommands commands = new RandomCommands(cluster, seed);
        List<ClusterImage> images = new ArrayList<>();
        images.add(cluster.image);
        ClusterDelta merged = ClusterDelta.empty(cluster.image.index(), cluster.image.index());
        for (int step = 0; step < 40; step++) {
            ClusterImage before = cluster.image;
            cluster.submit(commands.next());
            ClusterDelta delta = cluster.last.delta();
            merged = ClusterImages.merge(
                    merged, delta == null ? ClusterDelta.empty(before.index(), cluster.image.index()) : delta);
            images.add(cluster.image);
        }

        ClusterDelta whole = merged;
        assertThat(images).allSatisfy(image -> assertThat(ClusterImages.apply(image, whole))
                .isEqualTo(cluster.image));
    }

    /** Invariants I10 and I20, and guard G1. */
    private static void holds(ClusterImage image, TopicImage topic) {
        TopicConfigs configs = TopicConfigs.of(image, topic.topicId());
        assertThat(topic.partitions()).allSatisfy(partition -> {
            List<Integer> members = new ArrayList<>(partition.isr());
            members.addAll(partition.elr());
            members.addAll(partition.lastKnownElr());
            assertThat(members).doesNotHaveDuplicates().isSubsetOf(partition.replicas());
            assertThat(partition.isr())
                    .allMatch(id ->
                            Objects.requireNonNull(image.brokers().get(id)).isEligible());
            if (partition.isr().size() >= partition.minIsr()) {
                assertThat(partition.elr()).isEmpty();
                assertThat(partition.lastKnownElr()).isEmpty();
            }
            assertThat(partition.hasLeader()).isEqualTo(!partition.isr().isEmpty());
            assertThat(partition.isr().contains(partition.leader())).isEqualTo(partition.hasLeader());
            assertThat(members).isNotEmpty();
            if (!topic.isDeleted()) {
                assertThat(partition.minIsr())
                        .isEqualTo(Math.min(
                                configs.minInSyncReplicas(),
                                BrokerIds.without(partition.replicas(), partition.adding())
                                        .size()));
            }
            assertThat(partition.replicas()).doesNotHaveDuplicates().isNotEmpty();
            assertThat(partition.adding()).isSubsetOf(partition.replicas());
            assertThat(partition.removing()).isSubsetOf(partition.replicas()).noneMatch(partition.adding()::contains);
            // A deleted topic's partitions rest (and take up a changed minimum when they come back).
            assertThat(topic.isDeleted() && partition.hasLeader()).isFalse();
        });
    }

    /** Invariant I9. */
    private static void followsFrom(
            ClusterImage before, ClusterImage after, TopicImage topic, Map<String, Integer> leaders) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            PartitionKey key = new PartitionKey(topic.topicId(), number);
            PartitionImage then = before.partition(key);
            PartitionImage now = topic.partitions().get(number);
            if (then != null && !then.equals(now)) {
                assertThat(now.partitionEpoch()).isEqualTo(then.partitionEpoch() + 1);
                assertThat(now.leaderEpoch()).isBetween(then.leaderEpoch(), then.leaderEpoch() + 1);
                assertThat(then.hasLeader()
                                && now.hasLeader()
                                && then.leader() != now.leader()
                                && isDrained(after, now))
                        .as("a drained broker is elected though another in-sync replica is not drained: %s", now)
                        .isFalse();
            }
            String epoch = key + "@" + now.leaderEpoch();
            assertThat(leaders.merge(epoch, now.leader(), (first, again) -> first))
                    .as("leader of %s", epoch)
                    .isEqualTo(now.leader());
        }
    }

    private static boolean isDrained(ClusterImage image, PartitionImage partition) {
        BrokerImage leader = Objects.requireNonNull(image.brokers().get(partition.leader()));
        return leader.draining()
                && partition.isr().stream().map(image.brokers()::get).anyMatch(broker -> Objects.requireNonNull(broker)
                        .takesLeaders());
    }

    /** Invariant I21. */
    private static void staleLivesChangeNothing(ClusterImage before, ClusterCommand command, Decision decision) {
        List<BrokerLife> lives = List.of();
        if (command instanceof FenceBrokers fence) {
            lives = fence.brokers();
        } else if (command instanceof UnfenceBroker unfence) {
            lives = List.of(unfence.broker());
        } else if (command instanceof BeginShutdown shutdown) {
            lives = List.of(shutdown.broker());
        } else if (command instanceof ClusterCommand.AlterPartitions alter) {
            lives = List.of(alter.sender());
        }
        boolean allStale = !lives.isEmpty()
                && lives.stream().noneMatch(life -> {
                    var broker = before.brokers().get(life.brokerId());
                    return broker != null && broker.brokerEpoch() == life.brokerEpoch();
                });
        if (allStale) {
            assertThat(decision.delta()).isNull();
            assertThat(decision.answer().isOk()).isFalse();
        }
    }
}
