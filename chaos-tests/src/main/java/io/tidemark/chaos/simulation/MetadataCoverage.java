// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectRecovered;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;

/** Which decisions of the controller a run reached. */
final class MetadataCoverage {
    private MetadataCoverage() {}

    static void note(World world, MetadataStep step) {
        String command = step.command().getClass().getSimpleName();
        world.reached("command " + command + " " + step.answer().error());
        for (CommandAnswer.PartitionOutcome outcome : step.answer().partitions()) {
            world.reached("outcome " + command + " " + outcome.error());
        }
        if (step.command() instanceof AlterPartitions) {
            world.reached("effect ProposeIsr");
        } else if (step.command() instanceof ReportFailedReplicas report) {
            noteGivenUp(world, step, report);
        }
        for (TopicImage topic : step.after().topics().values()) {
            TopicImage before = step.before().topics().get(topic.topicId());
            if (before == null || before.equals(topic)) {
                continue;
            }
            for (int i = 0; i < topic.partitions().size(); i++) {
                change(
                        world,
                        step,
                        before.partitions().get(i),
                        topic.partitions().get(i));
            }
        }
    }

    /** A replica that is reported but not offline only asks for another leader. */
    private static void noteGivenUp(World world, MetadataStep step, ReportFailedReplicas report) {
        SimBroker sender =
                step.stage().machines().get(report.sender().brokerId()).broker();
        for (PartitionKey key : report.partitions()) {
            ReplicaState state = sender == null ? null : sender.stateOf(key);
            if (state != null && state.role() != ReplicaState.Role.OFFLINE) {
                world.reached("effect GiveUpLeadership");
            }
        }
    }

    private static void change(World world, MetadataStep step, PartitionImage old, PartitionImage now) {
        if (now.isr().size() > old.isr().size()) {
            world.reached("isr expands");
        }
        if (now.isr().size() < old.isr().size()) {
            world.reached("isr shrinks");
        }
        if (!now.elr().isEmpty() && old.elr().isEmpty()) {
            world.reached("a replica becomes eligible to lead");
        }
        if (!now.lastKnownElr().isEmpty() && old.lastKnownElr().isEmpty()) {
            world.reached("a replica becomes a last known one");
        }
        if (now.leader() == old.leader()) {
            return;
        }
        if (!now.hasLeader()) {
            world.reached("election: nobody");
        } else if (step.command() instanceof ElectRecovered) {
            world.reached("election: longest log of those that report");
        } else if (step.command() instanceof ElectLeaders elect && elect.kind() == ElectionKind.PREFERRED) {
            world.reached("election: preferred replica");
        } else if (now.lastUncleanLeaderEpoch() > old.lastUncleanLeaderEpoch()) {
            world.reached(old.lastKnownElr().size() == 1 ? "election: last known leader" : "election: unclean");
        } else if (old.elr().contains(now.leader())) {
            world.reached("election: eligible leader replica");
        } else {
            world.reached("election: in-sync replica");
        }
    }
}
