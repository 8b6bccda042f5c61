// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.AlterConfigs;
import io.tidemark.v1.AlterPartitions;
import io.tidemark.v1.BrokerLife;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.ConfigChange;
import io.tidemark.v1.CreateTopic;
import io.tidemark.v1.ElectLeaders;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.IsrProposal;
import io.tidemark.v1.PartitionName;
import io.tidemark.v1.RegisterBroker;
import io.tidemark.v1.ReplicaList;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.pcollections.TreePMap;

/** Reads each kind of command from its field. */
final class CommandReader {
    private CommandReader() {}

    static ClusterCommand read(CommandRecord message) throws MetadataFormatException {
        MetadataCodec.checkVersion(message.getFormatVersion(), "command");
        return switch (message.getCommandCase()) {
            case FORMAT_CLUSTER ->
                new ClusterCommand.FormatCluster(
                        message.getFormatCluster().getClusterId(),
                        message.getFormatCluster().getFirstProducerId(),
                        FeatureLevel.of(message.getFormatCluster().getFeatureLevel()));
            case REGISTER_BROKER -> register(message.getRegisterBroker());
            case FENCE_BROKERS ->
                new ClusterCommand.FenceBrokers(lives(message.getFenceBrokers().getBrokersList()));
            case UNFENCE_BROKER ->
                new ClusterCommand.UnfenceBroker(life(message.getUnfenceBroker().getBroker()));
            case BEGIN_SHUTDOWN ->
                new ClusterCommand.BeginShutdown(life(message.getBeginShutdown().getBroker()));
            case CREATE_TOPIC -> create(message.getCreateTopic());
            case DELETE_TOPIC ->
                new ClusterCommand.DeleteTopic(
                        IdCodec.read(message.getDeleteTopic().getTopicId(), "topic id"),
                        message.getDeleteTopic().hasGraceMs()
                                ? message.getDeleteTopic().getGraceMs()
                                : null);
            case UNDELETE_TOPIC ->
                new ClusterCommand.UndeleteTopic(
                        IdCodec.read(message.getUndeleteTopic().getTopicId(), "topic id"));
            case PURGE_TOPICS ->
                new ClusterCommand.PurgeTopics(ids(message.getPurgeTopics().getTopicIdsList()));
            case ADD_PARTITIONS ->
                new ClusterCommand.AddPartitions(
                        IdCodec.read(message.getAddPartitions().getTopicId(), "topic id"),
                        message.getAddPartitions().getPartitionCount(),
                        assignment(message.getAddPartitions().getAssignmentList()));
            case REASSIGN_PARTITIONS -> RecoveryReader.reassign(message.getReassignPartitions());
            case REPORT_FAILED_REPLICAS -> RecoveryReader.failed(message.getReportFailedReplicas());
            case REPORT_RECOVERED_LOGS -> RecoveryReader.report(message.getReportRecoveredLogs());
            case ELECT_RECOVERED -> RecoveryReader.elect(message.getElectRecovered());
            case UNREGISTER_BROKER ->
                new ClusterCommand.UnregisterBroker(
                        life(message.getUnregisterBroker().getBroker()));
            case UPGRADE_FEATURES ->
                new ClusterCommand.UpgradeFeatures(message.getUpgradeFeatures().getLevel());
            case DRAIN_BROKER ->
                new ClusterCommand.DrainBroker(
                        life(message.getDrainBroker().getBroker()),
                        message.getDrainBroker().getDraining());
            case ALTER_PARTITIONS -> alter(message.getAlterPartitions());
            case ELECT_LEADERS -> elect(message.getElectLeaders());
            case ALTER_CONFIGS -> configs(message.getAlterConfigs());
            case ALLOCATE_PRODUCER_IDS ->
                new ClusterCommand.AllocateProducerIds(
                        message.getAllocateProducerIds().getCount());
            case NO_OP -> new ClusterCommand.NoOp();
            case COMMAND_NOT_SET ->
                throw new MetadataFormatException("the command is empty or of a kind that this version does not know");
        };
    }

    private static ClusterCommand register(RegisterBroker message) throws MetadataFormatException {
        return new ClusterCommand.RegisterBroker(
                message.getBrokerId(),
                IdCodec.read(message.getIncarnationId(), "incarnation id"),
                RecordCodec.read(message.getEndpoint()),
                message.getRack(),
                IdCodec.read(message.getDirectoryId(), "directory id"),
                message.getPreviousBrokerEpoch(),
                message.getLossy(),
                keys(message.getUncleanPartitionsList()),
                IdCodec.read(message.getReplicaSecret(), "replica secret"),
                message.hasObservedBrokerEpoch()
                        ? message.getObservedBrokerEpoch()
                        : ClusterCommand.RegisterBroker.NOT_OBSERVED,
                FeatureLevel.of(message.getSupportedFeatureLevel()));
    }

    private static ClusterCommand create(CreateTopic message) throws MetadataFormatException {
        return new ClusterCommand.CreateTopic(
                message.getName(),
                IdCodec.read(message.getTopicId(), "topic id"),
                message.getPartitionCount(),
                message.getReplicationFactor(),
                TreePMap.from(message.getConfigsMap()),
                assignment(message.getAssignmentList()));
    }

    private static List<List<Integer>> assignment(List<ReplicaList> messages) {
        List<List<Integer>> assignment = new ArrayList<>();
        for (ReplicaList replicas : messages) {
            assignment.add(List.copyOf(replicas.getReplicasList()));
        }
        return assignment;
    }

    private static List<UUID> ids(List<ByteString> messages) throws MetadataFormatException {
        List<UUID> ids = new ArrayList<>();
        for (ByteString message : messages) {
            ids.add(IdCodec.read(message, "topic id"));
        }
        return ids;
    }

    private static ClusterCommand alter(AlterPartitions message) throws MetadataFormatException {
        List<ClusterCommand.IsrProposal> proposals = new ArrayList<>();
        for (IsrProposal proposal : message.getProposalsList()) {
            proposals.add(new ClusterCommand.IsrProposal(
                    IdCodec.key(proposal.getTopicId(), proposal.getPartition()),
                    proposal.getLeaderEpoch(),
                    proposal.getPartitionEpoch(),
                    lives(proposal.getNewIsrList()),
                    RecordCodec.read(proposal.getRecovery())));
        }
        return new ClusterCommand.AlterPartitions(life(message.getSender()), proposals);
    }

    private static ClusterCommand elect(ElectLeaders message) throws MetadataFormatException {
        return new ClusterCommand.ElectLeaders(kind(message.getKind()), keys(message.getPartitionsList()));
    }

    private static ClusterCommand.ElectionKind kind(ElectionKind kind) throws MetadataFormatException {
        return switch (kind) {
            case ELECTION_KIND_UNSPECIFIED, ELECTION_KIND_PREFERRED -> ClusterCommand.ElectionKind.PREFERRED;
            case ELECTION_KIND_UNCLEAN -> ClusterCommand.ElectionKind.UNCLEAN;
            case UNRECOGNIZED ->
                throw new MetadataFormatException("the election is of a kind that this version does not know");
        };
    }

    private static ClusterCommand configs(AlterConfigs message) throws MetadataFormatException {
        List<ClusterCommand.ConfigChange> changes = new ArrayList<>();
        for (ConfigChange change : message.getChangesList()) {
            changes.add(new ClusterCommand.ConfigChange(
                    change.getTopicId().isEmpty() ? null : IdCodec.read(change.getTopicId(), "topic id"),
                    change.getKey(),
                    change.hasValue() ? change.getValue() : null));
        }
        return new ClusterCommand.AlterConfigs(changes);
    }

    static ClusterCommand.BrokerLife life(BrokerLife message) {
        return new ClusterCommand.BrokerLife(message.getBrokerId(), message.getBrokerEpoch());
    }

    private static List<ClusterCommand.BrokerLife> lives(List<BrokerLife> messages) {
        return messages.stream().map(CommandReader::life).toList();
    }

    private static List<PartitionKey> keys(List<PartitionName> messages) throws MetadataFormatException {
        List<PartitionKey> keys = new ArrayList<>();
        for (PartitionName message : messages) {
            keys.add(IdCodec.key(message.getTopicId(), message.getPartition()));
        }
        return keys;
    }
}
