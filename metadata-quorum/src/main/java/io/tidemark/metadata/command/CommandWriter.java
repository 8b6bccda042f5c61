// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.AllocateProducerIds;
import io.tidemark.v1.AlterConfigs;
import io.tidemark.v1.AlterPartitions;
import io.tidemark.v1.BeginShutdown;
import io.tidemark.v1.BrokerLife;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.ConfigChange;
import io.tidemark.v1.CreateTopic;
import io.tidemark.v1.DeleteTopic;
import io.tidemark.v1.ElectLeaders;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.FenceBrokers;
import io.tidemark.v1.FormatCluster;
import io.tidemark.v1.IsrProposal;
import io.tidemark.v1.NoOp;
import io.tidemark.v1.PartitionName;
import io.tidemark.v1.RegisterBroker;
import io.tidemark.v1.ReplicaList;
import io.tidemark.v1.UnfenceBroker;
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
                .setFirstProducerId(command.firstProducerId()));
    }

    @Override
    public CommandRecord.Builder registerBroker(ClusterCommand.RegisterBroker command) {
        return builder.setRegisterBroker(RegisterBroker.newBuilder()
                .setBrokerId(command.brokerId())
                .setIncarnationId(IdCodec.write(command.incarnationId()))
                .setEndpoint(RecordCodec.write(command.endpoint()))
                .setRack(command.rack())
                .setDirectoryId(IdCodec.write(command.directoryId()))
                .setPreviousBrokerEpoch(command.previousBrokerEpoch())
                .setLossy(command.lossy())
                .addAllUncleanPartitions(names(command.uncleanPartitions()))
                .setReplicaSecret(IdCodec.write(command.replicaSecret())));
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
        command.assignment()
                .forEach(replicas ->
                        create.addAssignment(ReplicaList.newBuilder().addAllReplicas(replicas)));
        return builder.setCreateTopic(create);
    }

    @Override
    public CommandRecord.Builder deleteTopic(ClusterCommand.DeleteTopic command) {
        return builder.setDeleteTopic(DeleteTopic.newBuilder().setTopicId(IdCodec.write(command.topicId())));
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
