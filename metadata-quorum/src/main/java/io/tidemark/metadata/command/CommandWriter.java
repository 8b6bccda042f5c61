// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.AddPartitions;
import io.tidemark.v1.AllocateProducerIds;
import io.tidemark.v1.AlterConfigs;
import io.tidemark.v1.AlterPartitions;
import io.tidemark.v1.BeginShutdown;
import io.tidemark.v1.BrokerLife;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.ConfigChange;
import io.tidemark.v1.CreateTopic;
import io.tidemark.v1.DeleteTopic;
import io.tidemark.v1.DrainBroker;
import io.tidemark.v1.ElectLeaders;
import io.tidemark.v1.ElectRecovered;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.FenceBrokers;
import io.tidemark.v1.FormatCluster;
import io.tidemark.v1.IsrProposal;
import io.tidemark.v1.NoOp;
import io.tidemark.v1.PartitionName;
import io.tidemark.v1.PurgeTopics;
import io.tidemark.v1.ReassignPartition;
import io.tidemark.v1.ReassignPartitions;
import io.tidemark.v1.RecoveredElection;
import io.tidemark.v1.RecoveredLog;
import io.tidemark.v1.RegisterBroker;
import io.tidemark.v1.ReplicaList;
import io.tidemark.v1.ReportFailedReplicas;
import io.tidemark.v1.ReportRecoveredLogs;
import io.tidemark.v1.UndeleteTopic;
import io.tidemark.v1.UnfenceBroker;
import io.tidemark.v1.UnregisterBroker;
import io.tidemark.v1.UpgradeFeatures;
import java.util.List;
import java.util.UUID;

/** Writes each kind of command into its field. */
final class CommandWriter implements ClusterCommand.Visitor<CommandRecord.Builder> {
    private final CommandRecord.Builder builder;

    private CommandWriter(CommandRecord.Builder builder) {
        this.builder = builder;
    }

    static CommandRecord write(ClusterCommand command, CommandContext context) {
        CommandRecord.Builder builder = CommandRecord.newBuilder()
                .setFormatVersion(MetadataCodec.FORMAT_VERSION)
                .setControllerTerm(context.controllerTerm())
                .setTimeMs(context.timeMs())
                .setEntropy(context.entropy());
        return command.accept(new CommandWriter(builder)).build();
    }

    @Override
    public CommandRecord.Builder formatCluster(ClusterCommand.FormatCluster command) {
        return builder.setFormatCluster(FormatCluster.newBuilder()
                .setClusterId(command.clusterId())
                .setFirstProducerId(command.firstProducerId())
                .setFeatureLevel(command.featureLevel()));
    }

    @Override
    public CommandRecord.Builder registerBroker(ClusterCommand.RegisterBroker command) {
        RegisterBroker.Builder register = RegisterBroker.newBuilder()
                .setBrokerId(command.brokerId())
                .setIncarnationId(IdCodec.write(command.incarnationId()))
                .setEndpoint(RecordCodec.write(command.endpoint()))
                .setRack(command.rack())
                .setDirectoryId(IdCodec.write(command.directoryId()))
                .setPreviousBrokerEpoch(command.previousBrokerEpoch())
                .setLossy(command.lossy())
                .addAllUncleanPartitions(names(command.uncleanPartitions()))
                .setReplicaSecret(IdCodec.write(command.replicaSecret()))
                .setSupportedFeatureLevel(command.supportedLevel());
        if (command.observedBrokerEpoch() != ClusterCommand.RegisterBroker.NOT_OBSERVED) {
            register.setObservedBrokerEpoch(command.observedBrokerEpoch());
        }
        return builder.setRegisterBroker(register);
    }

    @Override
    public CommandRecord.Builder fenceBrokers(ClusterCommand.FenceBrokers command) {
        return builder.setFenceBrokers(FenceBrokers.newBuilder().addAllBrokers(lives(command.brokers())));
    }

    @Override
    public CommandRecord.Builder unfenceBroker(ClusterCommand.UnfenceBroker command) {
        return builder.setUnfenceBroker(UnfenceBroker.newBuilder().setBroker(life(command.broker())));
    }

    @Override
    public CommandRecord.Builder beginShutdown(ClusterCommand.BeginShutdown command) {
        return builder.setBeginShutdown(BeginShutdown.newBuilder().setBroker(life(command.broker())));
    }

    @Override
    public CommandRecord.Builder createTopic(ClusterCommand.CreateTopic command) {
        CreateTopic.Builder create = CreateTopic.newBuilder()
                .setName(command.name())
                .setTopicId(IdCodec.write(command.topicId()))
                .setPartitionCount(command.partitionCount())
                .setReplicationFactor(command.replicationFactor())
                .putAllConfigs(command.configs());
        create.addAllAssignment(assignment(command.assignment()));
        return builder.setCreateTopic(create);
    }

    @Override
    public CommandRecord.Builder deleteTopic(ClusterCommand.DeleteTopic command) {
        DeleteTopic.Builder delete = DeleteTopic.newBuilder().setTopicId(IdCodec.write(command.topicId()));
        Long graceMs = command.graceMs();
        if (graceMs != null) {
            delete.setGraceMs(graceMs);
        }
        return builder.setDeleteTopic(delete);
    }

    @Override
    public CommandRecord.Builder undeleteTopic(ClusterCommand.UndeleteTopic command) {
        return builder.setUndeleteTopic(UndeleteTopic.newBuilder().setTopicId(IdCodec.write(command.topicId())));
    }

    @Override
    public CommandRecord.Builder purgeTopics(ClusterCommand.PurgeTopics command) {
        return builder.setPurgeTopics(PurgeTopics.newBuilder()
                .addAllTopicIds(command.topicIds().stream().map(IdCodec::write).toList()));
    }

    @Override
    public CommandRecord.Builder addPartitions(ClusterCommand.AddPartitions command) {
        return builder.setAddPartitions(AddPartitions.newBuilder()
                .setTopicId(IdCodec.write(command.topicId()))
                .setPartitionCount(command.partitionCount())
                .addAllAssignment(assignment(command.assignment())));
    }

    @Override
    public CommandRecord.Builder reassignPartitions(ClusterCommand.ReassignPartitions command) {
        ReassignPartitions.Builder reassign = ReassignPartitions.newBuilder();
        for (ClusterCommand.ReplicaChange change : command.changes()) {
            reassign.addPartitions(ReassignPartition.newBuilder()
                    .setTopicId(IdCodec.write(change.partition().topicId()))
                    .setPartition(change.partition().partition())
                    .addAllReplicas(change.replicas())
                    .setThrottleBytesPerS(change.throttleBytesPerS()));
        }
        return builder.setReassignPartitions(reassign);
    }

    @Override
    public CommandRecord.Builder reportFailedReplicas(ClusterCommand.ReportFailedReplicas command) {
        ReportFailedReplicas.Builder report = ReportFailedReplicas.newBuilder()
                .setSender(life(command.sender()))
                .addAllPartitions(names(command.partitions()));
        if (command.replicas().stream().anyMatch(ClusterCommand.FailedReplica::isDamaged)) {
            command.replicas().forEach(replica -> report.addDamagedInLeaderEpochs(replica.damagedInEpoch()));
        }
        return builder.setReportFailedReplicas(report);
    }

    @Override
    public CommandRecord.Builder reportRecoveredLogs(ClusterCommand.ReportRecoveredLogs command) {
        ReportRecoveredLogs.Builder report = ReportRecoveredLogs.newBuilder().setSender(life(command.sender()));
        for (ClusterCommand.RecoveredLog log : command.logs()) {
            report.addLogs(RecoveredLog.newBuilder()
                    .setTopicId(IdCodec.write(log.partition().topicId()))
                    .setPartition(log.partition().partition())
                    .setLastEpoch(log.lastEpoch())
                    .setLogEndOffset(log.logEndOffset()));
        }
        return builder.setReportRecoveredLogs(report);
    }

    @Override
    public CommandRecord.Builder electRecovered(ClusterCommand.ElectRecovered command) {
        ElectRecovered.Builder elect = ElectRecovered.newBuilder();
        for (ClusterCommand.RecoveredElection election : command.elections()) {
            elect.addElections(RecoveredElection.newBuilder()
                    .setTopicId(IdCodec.write(election.partition().topicId()))
                    .setPartition(election.partition().partition())
                    .setPartitionEpoch(election.partitionEpoch())
                    .setWinner(life(election.winner()))
                    .setLastEpoch(election.lastEpoch())
                    .setLogEndOffset(election.logEndOffset()));
        }
        return builder.setElectRecovered(elect);
    }

    @Override
    public CommandRecord.Builder unregisterBroker(ClusterCommand.UnregisterBroker command) {
        return builder.setUnregisterBroker(UnregisterBroker.newBuilder().setBroker(life(command.broker())));
    }

    @Override
    public CommandRecord.Builder upgradeFeatures(ClusterCommand.UpgradeFeatures command) {
        return builder.setUpgradeFeatures(UpgradeFeatures.newBuilder().setLevel(command.level()));
    }

    @Override
    public CommandRecord.Builder drainBroker(ClusterCommand.DrainBroker command) {
        return builder.setDrainBroker(
                DrainBroker.newBuilder().setBroker(life(command.broker())).setDraining(command.draining()));
    }

    @Override
    public CommandRecord.Builder alterPartitions(ClusterCommand.AlterPartitions command) {
        AlterPartitions.Builder alter = AlterPartitions.newBuilder().setSender(life(command.sender()));
        for (ClusterCommand.IsrProposal proposal : command.proposals()) {
            alter.addProposals(IsrProposal.newBuilder()
                    .setTopicId(IdCodec.write(proposal.partition().topicId()))
                    .setPartition(proposal.partition().partition())
                    .setLeaderEpoch(proposal.leaderEpoch())
                    .setPartitionEpoch(proposal.partitionEpoch())
                    .addAllNewIsr(lives(proposal.newIsr()))
                    .setRecovery(RecordCodec.write(proposal.recovery())));
        }
        return builder.setAlterPartitions(alter);
    }

    @Override
    public CommandRecord.Builder electLeaders(ClusterCommand.ElectLeaders command) {
        ElectionKind kind = command.kind() == ClusterCommand.ElectionKind.UNCLEAN
                ? ElectionKind.ELECTION_KIND_UNCLEAN
                : ElectionKind.ELECTION_KIND_PREFERRED;
        return builder.setElectLeaders(
                ElectLeaders.newBuilder().setKind(kind).addAllPartitions(names(command.partitions())));
    }

    @Override
    public CommandRecord.Builder alterConfigs(ClusterCommand.AlterConfigs command) {
        AlterConfigs.Builder alter = AlterConfigs.newBuilder();
        for (ClusterCommand.ConfigChange change : command.changes()) {
            ConfigChange.Builder written = alter.addChangesBuilder().setKey(change.key());
            UUID topicId = change.topicId();
            if (topicId != null) {
                written.setTopicId(IdCodec.write(topicId));
            }
            String value = change.value();
            if (value != null) {
                written.setValue(value);
            }
        }
        return builder.setAlterConfigs(alter);
    }

    @Override
    public CommandRecord.Builder allocateProducerIds(ClusterCommand.AllocateProducerIds command) {
        return builder.setAllocateProducerIds(AllocateProducerIds.newBuilder().setCount(command.count()));
    }

    @Override
    public CommandRecord.Builder noOp(ClusterCommand.NoOp command) {
        return builder.setNoOp(NoOp.getDefaultInstance());
    }

    private static List<ReplicaList> assignment(List<List<Integer>> assignment) {
        return assignment.stream()
                .map(replicas ->
                        ReplicaList.newBuilder().addAllReplicas(replicas).build())
                .toList();
    }

    private static BrokerLife life(ClusterCommand.BrokerLife life) {
        return BrokerLife.newBuilder()
                .setBrokerId(life.brokerId())
                .setBrokerEpoch(life.brokerEpoch())
                .build();
    }

    private static List<BrokerLife> lives(List<ClusterCommand.BrokerLife> lives) {
        return lives.stream().map(CommandWriter::life).toList();
    }

    private static List<PartitionName> names(List<PartitionKey> partitions) {
        return partitions.stream()
                .map(key -> PartitionName.newBuilder()
                        .setTopicId(IdCodec.write(key.topicId()))
                        .setPartition(key.partition())
                        .build())
                .toList();
    }
}
