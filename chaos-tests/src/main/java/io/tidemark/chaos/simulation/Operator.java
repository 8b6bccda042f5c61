// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** What people do to a cluster: topics, configs, elections, moves. Asks any broker that runs, as the command line does. */
final class Operator {
    private static final long SUBMIT_TIMEOUT_MS = 5_000;

    private final Stage stage;
    private final Prng prng;

    Operator(Stage stage) {
        this.stage = stage;
        this.prng = stage.world().prng().fork("operator");
    }

    void act(Fault fault) {
        TopicImage topic = stage.quorum().image().topic("topic" + fault.a());
        if (fault.kind() == Fault.Kind.PREFERRED) {
            stage.quorum().image().topics().values().forEach(each -> elect(ElectionKind.PREFERRED, each));
        } else if (fault.kind() == Fault.Kind.EVACUATE) {
            evacuate(fault);
        } else if (topic == null) {
            createTopic(fault.a());
        } else {
            act(fault, topic);
        }
    }

    private void act(Fault fault, TopicImage topic) {
        switch (fault.kind()) {
            case MIN_ISR -> set(topic, "min.insync.replicas", Integer.toString(fault.b()));
            case DURABILITY -> set(topic, "durability", fault.b() == 0 ? "replicated" : "flushed");
            case DELETE -> deleteRecords(topic);
            case UNCLEAN -> elect(ElectionKind.UNCLEAN, topic);
            case MOVE -> move(topic, prng.below(topic.partitions().size()), fault);
            case LEAD -> lead(topic, fault);
            default -> {
                submit(new DeleteTopic(topic.topicId()));
                stage.world().after(fault.forMs() * 1000, null, World.FAULT, () -> createTopic(fault.a()));
            }
        }
    }

    private void set(TopicImage topic, String key, String value) {
        submit(new AlterConfigs(List.of(new ConfigChange(topic.topicId(), key, value))));
    }

    private void deleteRecords(TopicImage topic) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            int leader = topic.partitions().get(number).leader();
            SimBroker broker = leader < 0 ? null : stage.machines().get(leader).broker();
            if (broker != null) {
                broker.deleteRecords(new PartitionKey(topic.topicId(), number), prng.chance(0.5));
            }
        }
    }

    /** Moves a partition to other brokers; some moves are given another end or taken back, some are undone at once. */
    private void move(TopicImage topic, int number, Fault fault) {
        PartitionKey key = new PartitionKey(topic.topicId(), number);
        PartitionImage before = topic.partitions().get(number);
        reassign(key, target());
        if (prng.chance(0.3)) {
            stage.world().after(fault.forMs() * 500, null, World.FAULT, () -> reassign(key, List.of()));
        } else if (prng.chance(0.4)) {
            List<Integer> back = prng.chance(0.5) ? before.replicas() : target();
            stage.world().after(fault.forMs() * 1000, null, World.FAULT, () -> reassign(key, back));
        }
    }

    /** Gives what a broker has to others, where there are any, and perhaps back to it when all is well again. */
    private void evacuate(Fault fault) {
        for (TopicImage topic : stage.quorum().image().topics().values()) {
            for (int number = 0; number < topic.partitions().size(); number++) {
                PartitionImage before = topic.partitions().get(number);
                if (before.replicas().contains(fault.a())) {
                    PartitionKey key = new PartitionKey(topic.topicId(), number);
                    reassign(key, without(fault.a(), before));
                    if (prng.chance(0.5)) {
                        stage.world().after(fault.forMs() * 1000, null, World.FAULT, () -> reassign(key, target()));
                    }
                }
            }
        }
    }

    private List<Integer> without(int broker, PartitionImage before) {
        List<Integer> target = new ArrayList<>(before.replicas());
        target.removeAll(before.adding());
        target.remove(Integer.valueOf(broker));
        for (Machine machine : stage.machines()) {
            boolean isFree = machine.node() != broker && machine.broker() != null && !target.contains(machine.node());
            if (isFree && target.size() < 3) {
                target.add(machine.node());
            }
        }
        return List.copyOf(target);
    }

    /** A balancer moves leadership to where it is cheaper, and sometimes back at once. */
    private void lead(TopicImage topic, Fault fault) {
        leadNext(topic);
        if (prng.chance(0.5)) {
            stage.world().after(fault.forMs() * 500, null, World.FAULT, () -> leadNext(topic));
        }
    }

    private void leadNext(TopicImage topic) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            PartitionKey key = new PartitionKey(topic.topicId(), number);
            PartitionImage now = stage.quorum().image().partition(key);
            if (now != null && now.adding().isEmpty() && now.removing().isEmpty()) {
                List<Integer> rotated = new ArrayList<>(now.replicas());
                rotated.add(rotated.remove(0));
                reassign(key, rotated);
            }
        }
        stage.world().after(prng.between(5_000, 60_000), null, World.FAULT, () -> elect(ElectionKind.PREFERRED, topic));
    }

    private List<Integer> target() {
        List<Integer> left = new ArrayList<>();
        stage.machines().forEach(machine -> left.add(machine.node()));
        int size = prng.chance(0.6) ? 3 : 1 + prng.below(Math.min(4, left.size()));
        List<Integer> target = new ArrayList<>();
        while (target.size() < size) {
            target.add(left.remove(prng.below(left.size())));
        }
        return List.copyOf(target);
    }

    private void reassign(PartitionKey key, List<Integer> replicas) {
        submit(new ReassignPartitions(List.of(new ReplicaChange(key, replicas))));
    }

    /** Asks for an election of every partition of a topic. */
    void elect(ElectionKind kind, TopicImage topic) {
        List<PartitionKey> keys = new ArrayList<>();
        for (int number = 0; number < topic.partitions().size(); number++) {
            keys.add(new PartitionKey(topic.topicId(), number));
        }
        submit(new ElectLeaders(kind, keys));
    }

    /** Creates a topic under its name, with a new id. */
    void createTopic(int number) {
        SimulationConfig config = stage.config();
        SortedMap<String, String> configs = new TreeMap<>();
        configs.put("min.insync.replicas", Integer.toString(config.minIsr()));
        if (config.flushed() && number == config.topics() - 1) {
            configs.put("durability", "flushed");
        }
        if (config.unclean() && number == 0) {
            configs.put("unclean.leader.election.enable", "true");
        }
        UUID id = prng.uuid();
        submit(new CreateTopic("topic" + number, id, config.partitions(), 3, configs, List.of()));
    }

    private void submit(ClusterCommand command) {
        for (int tried = 0; tried < 20; tried++) {
            SimBroker broker = prng.pick(stage.machines()).broker();
            if (broker != null) {
                var unused = broker.metadata().submit(command, SUBMIT_TIMEOUT_MS);
                return;
            }
        }
    }
}
