// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.QuorumVoter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The nodes of a cluster as they were known while all was well, to say later which of them do not answer. */
public final class SilentNodes {
    private final SortedMap<Integer, NodeAddress> nodes = new TreeMap<>();
    private final TreeSet<Integer> voters = new TreeSet<>();

    private SilentNodes() {}

    /** The nodes that the cluster knows now. */
    public static SilentNodes known(Admin admin) {
        return of(admin.describeCluster(), admin.describeQuorum());
    }

    static SilentNodes of(DescribeClusterResponse cluster, DescribeQuorumResponse quorum) {
        SilentNodes known = new SilentNodes();
        for (QuorumVoter voter : quorum.getVotersList()) {
            known.voters.add(voter.getNodeId());
            known.nodes.put(voter.getNodeId(), NodeAddress.parse(voter.getAddress()));
        }
        for (BrokerDescription broker : cluster.getBrokersList()) {
            known.nodes.put(broker.getBrokerId(), NodeAddress.of(broker.getEndpoint()));
        }
        return known;
    }

    /** Who does not answer now, and what that means for the quorum; empty when all do. */
    public String describe(Admin admin) {
        List<String> silent = new ArrayList<>();
        TreeSet<Integer> votersLeft = new TreeSet<>(voters);
        nodes.forEach((nodeId, address) -> {
            if (!answers(admin, address)) {
                silent.add(nodeId + " (" + address.host() + ":" + address.port() + ")");
                votersLeft.remove(nodeId);
            }
        });
        if (silent.isEmpty()) {
            return "";
        }
        String text = (silent.size() == 1 ? "node " : "nodes ") + String.join(", ", silent)
                + (silent.size() == 1 ? " does" : " do") + " not answer";
        return votersLeft.size() * 2 > voters.size()
                ? text
                : text + ": only " + votersLeft.size() + " of " + voters.size()
                        + " voters of the metadata quorum are left, so no leader can be elected";
    }

    private static boolean answers(Admin admin, NodeAddress address) {
        try {
            return admin.answers(address);
        } catch (TidemarkException e) {
            return false;
        }
    }
}
