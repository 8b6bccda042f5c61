// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.Endpoint;
import java.util.concurrent.CompletionStage;

/** What the gRPC service asks of its quorum node. Thread-safe; no method blocks. */
public interface ControllerEndpoint {
    /**
     * Submits a command. {@code NOT_CONTROLLER} and {@code OVERLOADED} mean that it was not submitted;
     * {@code QUORUM_UNAVAILABLE} that its outcome is not known.
     *
     * @param timeoutMs time limit in milliseconds
     */
    CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs);

    /** Renews a lease; {@code NOT_CONTROLLER} when this node is not the active controller. */
    CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat);

    /** A broker's heartbeat stream broke: a reason to look whether its process is still there. */
    void onHeartbeatsBroken(BrokerLife broker);

    /** Adds the node that listens at this gRPC address to the voters; in place of another disk of the same node. */
    CompletionStage<CommandAnswer> addVoter(Endpoint grpc, long timeoutMs);

    /** Takes a node out of the voters. */
    CompletionStage<CommandAnswer> removeVoter(int nodeId, long timeoutMs);

    /** Hands the leadership of the quorum to a voter. */
    CompletionStage<CommandAnswer> transferLeadership(int nodeId, long timeoutMs);

    /** Raises the cluster's feature level, once all voters are known to support it; 0 for the highest that all support. */
    CompletionStage<CommandAnswer> upgradeFeatures(int level, long timeoutMs);

    /** The quorum as this node sees it now. */
    QuorumView view();
}
