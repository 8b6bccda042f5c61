// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes faults happen, and what an operator does. */
final class FaultActions {
    private static final long SUBMIT_TIMEOUT_MS = 5_000;

    private final Stage stage;
    private final Prng prng;

    FaultActions(Stage stage) {
        this.stage = stage;
        this.prng = stage.world().prng().fork("operator");
    }

    void plan(Fault fault) {
        stage.world().after(fault.atMs() * 1000 - stage.world().nowMicros(), null, World.FAULT, () -> {
            stage.world().say("fault " + fault.line());
            stage.world().reached("fault " + fault.kind());
            happen(fault);
        });
    }

    private void happen(Fault fault) {
        switch (fault.kind()) {
            case CUT, ISOLATE, CUT_VOTER, LOSS, SLOW_NETWORK, DUPLICATE, REORDER -> toNetwork(fault);
            case CONTROLLER -> stage.quorum().changeLeader(fault.b());
            case PAUSE_VOTER -> pauseVoter(stage.quorum().voters().get(fault.a()), fault.forMs());
            case MIN_ISR, RECREATE, DELETE, PREFERRED, UNCLEAN -> operate(fault);
            case POWER_ALL, KILL_ALL ->
                stage.machines()
                        .forEach(machine -> machine.crash(
                                fault.kind() == Fault.Kind.POWER_ALL, fault.forMs() + prng.between(0, 1_500)));
            default -> toMachine(fault, stage.machines().get(fault.a()));
        }
    }

    private void toNetwork(Fault fault) {
        SimNetwork network = stage.network();
        switch (fault.kind()) {
            case CUT -> network.cut(fault.a(), fault.b(), fault.forMs());
            case CUT_VOTER -> {
                network.cut(fault.a(), fault.b(), fault.forMs());
                network.cut(fault.b(), fault.a(), fault.forMs());
            }
            case ISOLATE -> {
                for (Machine other : stage.machines()) {
                    network.cut(fault.a(), other.node(), fault.forMs());
                    network.cut(other.node(), fault.a(), fault.forMs());
                }
                for (SimVoter voter : stage.quorum().voters()) {
                    network.cut(fault.a(), voter.node(), fault.forMs());
                    network.cut(voter.node(), fault.a(), fault.forMs());
                }
            }
            case LOSS -> during(fault, () -> network.setLoss(fault.a() / 1000.0), () -> network.setLoss(0));
            case DUPLICATE ->
                during(fault, () -> network.setDuplicates(fault.a() / 1000.0), () -> network.setDuplicates(0));
            case REORDER ->
                during(fault, () -> network.setReordering(fault.a() / 1000.0), () -> network.setReordering(0));
            default -> during(fault, () -> network.setExtraDelay(fault.a() * 1000L), () -> network.setExtraDelay(0));
        }
    }

    private void during(Fault fault, Runnable begin, Runnable end) {
        begin.run();
        stage.world().after(fault.forMs() * 1000, null, World.FAULT, end);
    }

    private void toMachine(Fault fault, Machine machine) {
        SimDisk disk = machine.disk();
        switch (fault.kind()) {
            case KILL -> machine.crash(false, fault.forMs());
            case POWER -> machine.crash(true, fault.forMs());
            case SHUTDOWN -> {
                SimBroker broker = machine.broker();
                if (broker != null) {
                    broker.leave(fault.forMs());
                }
            }
            case PAUSE -> pause(machine.broker(), fault.forMs());
            case DISK_FULL -> during(fault, () -> disk.setFull(true), () -> disk.setFull(false));
            case DISK_SLOW -> during(fault, () -> disk.setFlushMicros(1_000_000), () -> disk.setFlushMicros(3_000));
            case CLOSE_FAIL -> during(fault, () -> disk.setFailsToClose(true), () -> disk.setFailsToClose(false));
            case DISK_FAIL ->
                during(fault, () -> disk.setFailing(true), () -> {
                    disk.setFailing(false);
                    // Somebody looks after a broker whose disk failed.
                    machine.crash(false, 200);
                });
            case BIT_FLIP -> {
                machine.crash(false, fault.forMs());
                disk.flipBit();
            }
            default -> machine.clock().jump(fault.b() * 1000L);
        }
    }

    private void pause(@Nullable SimBroker broker, long forMs) {
        if (broker != null && !broker.isPaused()) {
            broker.pause();
            stage.world().after(forMs * 1000, null, World.FAULT, () -> resume(broker));
        }
    }

    private static void resume(SimProcess process) {
        if (process.isAlive() && process.isPaused()) {
            process.resume();
        }
    }

    private void pauseVoter(SimVoter voter, long forMs) {
        if (!voter.isPaused()) {
            voter.pause();
            stage.world().after(forMs * 1000, null, World.FAULT, () -> resume(voter));
        }
    }

    private void operate(Fault fault) {
        TopicImage topic = stage.quorum().image().topic("topic" + fault.a());
        if (fault.kind() == Fault.Kind.PREFERRED) {
            stage.quorum().image().topics().values().forEach(each -> elect(ElectionKind.PREFERRED, each));
        } else if (topic == null) {
            createTopic(fault.a());
        } else if (fault.kind() == Fault.Kind.MIN_ISR) {
            submit(new AlterConfigs(
                    List.of(new ConfigChange(topic.topicId(), "min.insync.replicas", Integer.toString(fault.b())))));
        } else if (fault.kind() == Fault.Kind.DELETE) {
            deleteRecords(topic);
        } else if (fault.kind() == Fault.Kind.UNCLEAN) {
            elect(ElectionKind.UNCLEAN, topic);
        } else {
            submit(new DeleteTopic(topic.topicId()));
            stage.world().after(fault.forMs() * 1000, null, World.FAULT, () -> createTopic(fault.a()));
        }
    }

    private void deleteRecords(TopicImage topic) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            int leader = topic.partitions().get(number).leader();
            SimBroker broker = leader < 0 ? null : stage.machines().get(leader).broker();
            if (broker != null) {
                broker.deleteRecords(new PartitionKey(topic.topicId(), number));
            }
        }
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
