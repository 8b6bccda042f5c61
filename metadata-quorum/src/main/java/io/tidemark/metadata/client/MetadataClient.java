// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.client;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FailedReplica;
import io.tidemark.metadata.command.ClusterCommand.RecoveredLog;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterImage;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A node's view of the metadata quorum. It finds the active controller by itself, follows it when it moves, and keeps
 * the node's image up to date. Thread-safe; no method blocks.
 */
public interface MetadataClient extends AutoCloseable {
    /**
     * Submits a command. Completes normally with the answer, also for refusals; an outcome that cannot be known
     * (controller lost, time limit) is an answer with {@code QUORUM_UNAVAILABLE}, which may still be carried out later.
     *
     * @param timeoutMs time limit in milliseconds, including the search for the controller
     */
    CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs);

    /**
     * Tells the controller that the logs of some of this broker's replicas failed: they leave the in-sync replicas, lose
     * their eligibility, and others lead. A leader epoch in which damage was found ends also where nobody counts on the
     * replica. To be repeated until answered well.
     */
    default CompletionStage<CommandAnswer> reportFailedReplicas(
            BrokerLife broker, List<FailedReplica> replicas, long timeoutMs) {
        return submit(new ClusterCommand.ReportFailedReplicas(broker, replicas), timeoutMs);
    }

    /**
     * Tells the controller what this broker has of partitions for which {@link
     * io.tidemark.metadata.image.PartitionImage#lacksEligible} holds and that it is a last known eligible replica of. To be
     * repeated every second or so until the image shows a leader: a controller forgets it when another takes over.
     */
    default CompletionStage<CommandAnswer> reportRecoveredLogs(
            BrokerLife broker, List<RecoveredLog> logs, long timeoutMs) {
        return submit(new ClusterCommand.ReportRecoveredLogs(broker, logs), timeoutMs);
    }

    /**
     * Sends a heartbeat on the broker's heartbeat stream. Completes with the answer, or exceptionally when no controller
     * answered before the next heartbeat.
     */
    CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat);

    /** The latest image that this node has; {@link ClusterImage#EMPTY} before the first. */
    ClusterImage image();

    /**
     * Adds a listener. It is called on the client's single delivery thread, first with a delta from the empty image to
     * the current one when that is not empty, then with every change in order. A listener must not block.
     */
    void addListener(ImageListener listener);

    /** Node id of the active controller; -1 when not known. */
    int controllerId();

    /** Stops following and releases connections. */
    @Override
    void close();
}
