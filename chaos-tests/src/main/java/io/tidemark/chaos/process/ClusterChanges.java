// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.Endpoint;
import io.tidemark.v1.QuorumVoter;
import io.tidemark.v1.Reassignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What an operator changes in a cluster that is at work: who holds which partition, and who votes. */
public final class ClusterChanges {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Admin admin;

    ClusterChanges(Admin admin) {
        this.admin = admin;
    }

    /** Lets other nodes hold partitions; returns once the controller knows. */
    public void reassign(String topic, Map<Integer, List<Integer>> replicas) {
        List<Reassignment> moves = new ArrayList<>();
        replicas.forEach((partition, nodeIds) -> moves.add(Reassignment.newBuilder()
                .setTopic(topic)
                .setPartition(partition)
                .addAllReplicas(nodeIds)
                .build()));
        again("replicas on other nodes", () -> admin.reassign(moves));
    }

    /** Makes a voter lead the metadata quorum; returns once it does. */
    public void lead(int nodeId) {
        again("node " + nodeId + " as controller", () -> {
            if (admin.describeCluster().getControllerId() != nodeId) {
                admin.changeQuorum(
                        ChangeQuorumRequest.newBuilder().setTransfer(nodeId).build());
            }
        });
    }

    /** Takes a node's vote away. */
    public void removeVoter(int nodeId) {
        again("a quorum without node " + nodeId, () -> {
            if (voters().contains(nodeId)) {
                admin.changeQuorum(
                        ChangeQuorumRequest.newBuilder().setRemove(nodeId).build());
            }
        });
    }

    /** Gives a node its vote. */
    public void addVoter(NodePlan node) {
        again("a quorum with node " + node.nodeId(), () -> {
            if (!voters().contains(node.nodeId())) {
                add(node);
            }
        });
    }

    /** Lets a node's disk take the place of the one that voted for that node before. */
    public void replaceVoter(NodePlan node, UUID directoryId) {
        again("a quorum with the new disk of node " + node.nodeId(), () -> {
            if (!disks(node.nodeId()).contains(directoryId)) {
                add(node);
            }
        });
    }

    private void add(NodePlan node) {
        String[] address = node.address().split(":", -1);
        Endpoint endpoint = Endpoint.newBuilder()
                .setHost(address[0])
                .setPort(Integer.parseInt(address[1]))
                .build();
        admin.changeQuorum(ChangeQuorumRequest.newBuilder().setAdd(endpoint).build());
    }

    private List<UUID> disks(int nodeId) {
        return admin.describeQuorum().getVotersList().stream()
                .filter(voter -> voter.getNodeId() == nodeId)
                .map(voter -> voter.getDirectoryId().asReadOnlyByteBuffer())
                .map(id -> new UUID(id.getLong(), id.getLong()))
                .toList();
    }

    /** Node ids of the voters as the first node knows them that answers. */
    public List<Integer> voters() {
        return admin.describeQuorum().getVotersList().stream()
                .map(QuorumVoter::getNodeId)
                .sorted()
                .toList();
    }

    /** The cluster may be busy with an election, or with the change before: an operator tries again. */
    private static void again(String what, Runnable change) {
        ProcessCluster.await(what, LIMIT, () -> {
            try {
                change.run();
                return true;
            } catch (TidemarkException e) {
                return false;
            }
        });
    }
}
