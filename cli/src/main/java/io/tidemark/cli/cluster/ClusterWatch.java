// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.Clients;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Asks the processes and the nodes of a local cluster how they are. */
final class ClusterWatch {
    private static final int CONNECT_TIMEOUT_MS = 200;
    private static final String ANSWER_TIMEOUT_MS = "2000";

    private final ClusterLayout layout;
    private final Clients clients;

    ClusterWatch(ClusterLayout layout, Clients clients) {
        this.layout = layout;
        this.clients = clients;
    }

    /** The state now, as the first node that answers sees it. */
    ClusterStatus now() {
        for (LocalNode node : layout.nodes()) {
            Optional<DescribeClusterResponse> view = viewOf(node);
            if (view.isPresent()) {
                return status(view.get());
            }
        }
        return status(DescribeClusterResponse.newBuilder().setControllerId(-1).build());
    }

    /** Whether each of these nodes runs, sees every other of them as able to lead, and knows the controller. */
    boolean isReadyEverywhere(List<LocalNode> nodes) {
        // Cheap questions first: while nodes start, every cycle that is not spent on asking is theirs.
        if (!nodes.stream().allMatch(ReadinessProbe::isReady)) {
            return false;
        }
        for (LocalNode node : nodes) {
            Optional<DescribeClusterResponse> view = viewOf(node);
            if (view.isEmpty() || !areUp(nodes, view.get())) {
                return false;
            }
        }
        return true;
    }

    private static boolean areUp(List<LocalNode> nodes, DescribeClusterResponse view) {
        return view.getControllerId() >= 0 && nodes.stream().allMatch(node -> state(node, true, view) == NodeState.up);
    }

    private Optional<DescribeClusterResponse> viewOf(LocalNode node) {
        if (NodeProcess.find(node).isEmpty() || !isListening(node)) {
            return Optional.empty();
        }
        ClientConfig config = new ClientConfig(
                Map.of("bootstrap.servers", node.address(), "default.api.timeout.ms", ANSWER_TIMEOUT_MS));
        try (Admin admin = clients.admin(config)) {
            return Optional.of(admin.describeCluster());
        } catch (TidemarkException e) {
            // It cannot say how the cluster is, which is an answer too: the node counts as starting.
            return Optional.empty();
        }
    }

    /** A plain connection first: a client would back off after a refusal, and a node that starts refuses at first. */
    private static boolean isListening(LocalNode node) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), node.clientPort()), CONNECT_TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private ClusterStatus status(DescribeClusterResponse view) {
        List<ClusterStatus.NodeStatus> nodes = new ArrayList<>();
        for (LocalNode node : layout.nodes()) {
            Optional<NodeProcess> process = NodeProcess.find(node);
            OptionalLong pid = process.map(each -> OptionalLong.of(each.pid())).orElse(OptionalLong.empty());
            nodes.add(new ClusterStatus.NodeStatus(node, pid, state(node, process.isPresent(), view)));
        }
        return new ClusterStatus(layout, view.getControllerId(), nodes);
    }

    /** What others see may be the life before this one: a node that was killed is up for them until its lease ends. */
    private static NodeState stateByItself(LocalNode node) {
        return ReadinessProbe.isReady(node) ? NodeState.up : NodeState.starting;
    }

    private static NodeState state(LocalNode node, boolean hasProcess, DescribeClusterResponse view) {
        if (!hasProcess) {
            return NodeState.down;
        }
        for (BrokerDescription broker : view.getBrokersList()) {
            if (broker.getBrokerId() == node.nodeId()) {
                return broker.getFenced() ? NodeState.fenced : stateByItself(node);
            }
        }
        return NodeState.starting;
    }
}
