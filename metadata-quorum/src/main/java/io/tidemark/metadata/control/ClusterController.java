// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AddPartitions;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.DrainBroker;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectRecovered;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.ClusterCommand.PurgeTopics;
import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.ClusterCommand.ReportRecoveredLogs;
import io.tidemark.metadata.command.ClusterCommand.UndeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.command.ClusterCommand.UnregisterBroker;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.ErrorCode;

/**
 * Decides what a command of the metadata log comes to. The decision is a function of the image, the command and the
 * entry alone, taken when the entry is applied (guard G3), so every voter comes to the same one. Pure; any thread.
 *
 * <p>A decision never throws: a command that cannot be carried out is answered with an error and changes nothing. A
 * command that is asked again, because its first answer got lost, is answered as the first time wherever that can be
 * told. Fencing, unfencing and shutdown are for the controller itself: without its term they are refused. Whether that
 * term is the current one is not decided here but where the entry's term is known.
 */
public final class ClusterController {
    private ClusterController() {}

    /** What the command changes in the image, and its answer. The change starts at the image's index. */
    public static Decision decide(ClusterImage image, ClusterCommand command, CommandContext context) {
        return command.accept(new Dispatch(new ClusterDraft(image, context), context.controllerTerm()));
    }

    private record Dispatch(ClusterDraft draft, long controllerTerm) implements ClusterCommand.Visitor<Decision> {
        @Override
        public Decision formatCluster(FormatCluster command) {
            return ClusterFormat.decide(draft, command);
        }

        @Override
        public Decision registerBroker(RegisterBroker command) {
            return BrokerRegistration.decide(draft, command);
        }

        @Override
        public Decision fenceBrokers(FenceBrokers command) {
            return controllerTerm == 0 ? notController() : Fencing.fence(draft, command);
        }

        @Override
        public Decision unfenceBroker(UnfenceBroker command) {
            return controllerTerm == 0 ? notController() : Fencing.unfence(draft, command);
        }

        @Override
        public Decision beginShutdown(BeginShutdown command) {
            return controllerTerm == 0 ? notController() : ControlledShutdown.decide(draft, command);
        }

        @Override
        public Decision createTopic(CreateTopic command) {
            return TopicCreation.decide(draft, command);
        }

        @Override
        public Decision deleteTopic(DeleteTopic command) {
            return TopicDeletion.delete(draft, command);
        }

        @Override
        public Decision undeleteTopic(UndeleteTopic command) {
            return TopicDeletion.undelete(draft, command);
        }

        @Override
        public Decision purgeTopics(PurgeTopics command) {
            return controllerTerm == 0 ? notController() : TopicDeletion.purge(draft, command);
        }

        @Override
        public Decision addPartitions(AddPartitions command) {
            return PartitionAddition.decide(draft, command);
        }

        @Override
        public Decision reassignPartitions(ReassignPartitions command) {
            return Reassignment.decide(draft, command);
        }

        @Override
        public Decision reportFailedReplicas(ReportFailedReplicas command) {
            return FailedReplicas.decide(draft, command);
        }

        @Override
        public Decision reportRecoveredLogs(ReportRecoveredLogs command) {
            return draft.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST, "reports of recovered logs do not belong into the log");
        }

        @Override
        public Decision electRecovered(ElectRecovered command) {
            return controllerTerm == 0 ? notController() : RecoveredElections.decide(draft, command);
        }

        @Override
        public Decision unregisterBroker(UnregisterBroker command) {
            return BrokerRemoval.decide(draft, command);
        }

        @Override
        public Decision drainBroker(DrainBroker command) {
            return Draining.decide(draft, command);
        }

        @Override
        public Decision upgradeFeatures(UpgradeFeatures command) {
            return controllerTerm == 0 ? notController() : FeatureUpgrade.decide(draft, command);
        }

        @Override
        public Decision alterPartitions(AlterPartitions command) {
            return IsrRules.decide(draft, command);
        }

        @Override
        public Decision electLeaders(ElectLeaders command) {
            return RequestedElections.decide(draft, command);
        }

        @Override
        public Decision alterConfigs(AlterConfigs command) {
            return ConfigDecider.decide(draft, command);
        }

        @Override
        public Decision allocateProducerIds(AllocateProducerIds command) {
            return ProducerIdBlocks.decide(draft, command);
        }

        @Override
        public Decision noOp(NoOp command) {
            return draft.done();
        }

        private Decision notController() {
            return draft.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST, "only the active controller may submit this command");
        }
    }
}
