// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ElectRecovered;
import io.tidemark.v1.PartitionName;
import io.tidemark.v1.ReassignPartition;
import io.tidemark.v1.ReassignPartitions;
import io.tidemark.v1.RecoveredElection;
import io.tidemark.v1.RecoveredLog;
import io.tidemark.v1.ReportFailedReplicas;
import io.tidemark.v1.ReportRecoveredLogs;
import java.util.ArrayList;
import java.util.List;

/** Reads commands that move partitions and that recover them. */
final class RecoveryReader {
    private RecoveryReader() {}

    static ClusterCommand reassign(ReassignPartitions message) throws MetadataFormatException {
        List<ClusterCommand.ReplicaChange> changes = new ArrayList<>();
        for (ReassignPartition change : message.getPartitionsList()) {
            changes.add(new ClusterCommand.ReplicaChange(
                    IdCodec.key(change.getTopicId(), change.getPartition()),
                    List.copyOf(change.getReplicasList()),
                    change.getThrottleBytesPerS()));
        }
        return new ClusterCommand.ReassignPartitions(changes);
    }

    static ClusterCommand failed(ReportFailedReplicas message) throws MetadataFormatException {
        List<ClusterCommand.FailedReplica> replicas = new ArrayList<>();
        for (PartitionName name : message.getPartitionsList()) {
            PartitionKey partition = IdCodec.key(name.getTopicId(), name.getPartition());
            int place = replicas.size();
            replicas.add(
                    place < message.getDamagedInLeaderEpochsCount()
                            ? new ClusterCommand.FailedReplica(partition, message.getDamagedInLeaderEpochs(place))
                            : ClusterCommand.FailedReplica.failed(partition));
        }
        return new ClusterCommand.ReportFailedReplicas(CommandReader.life(message.getSender()), replicas);
    }

    static ClusterCommand report(ReportRecoveredLogs message) throws MetadataFormatException {
        List<ClusterCommand.RecoveredLog> logs = new ArrayList<>();
        for (RecoveredLog log : message.getLogsList()) {
            logs.add(new ClusterCommand.RecoveredLog(
                    IdCodec.key(log.getTopicId(), log.getPartition()), log.getLastEpoch(), log.getLogEndOffset()));
        }
        return new ClusterCommand.ReportRecoveredLogs(CommandReader.life(message.getSender()), logs);
    }

    static ClusterCommand elect(ElectRecovered message) throws MetadataFormatException {
        List<ClusterCommand.RecoveredElection> elections = new ArrayList<>();
        for (RecoveredElection election : message.getElectionsList()) {
            elections.add(new ClusterCommand.RecoveredElection(
                    IdCodec.key(election.getTopicId(), election.getPartition()),
                    election.getPartitionEpoch(),
                    CommandReader.life(election.getWinner()),
                    election.getLastEpoch(),
                    election.getLogEndOffset()));
        }
        return new ClusterCommand.ElectRecovered(elections);
    }
}
