// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.util.Objects.requireNonNull;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** Three voters, each a process of its own, and whoever joins them; watched through a client. All end with this. */
final class ProcessQuorum implements AutoCloseable {
    private final Path root;
    private final String voters;
    private final RemoteMetadataClient client;
    private final SortedMap<Integer, NodeProcess> processes = new TreeMap<>();

    /** @param roles of the voters' processes: {@code broker,quorum} or {@code quorum} */
    ProcessQuorum(Path root, String roles) throws IOException {
        this.root = root;
        List<VoterAddress> addresses = format(root);
        this.voters = addresses.stream().map(ProcessQuorum::listed).collect(Collectors.joining(","));
        List<Endpoint> endpoints = addresses.stream().map(VoterAddress::grpc).toList();
        this.client = RemoteMetadataClient.connect(TestQuorum.CLUSTER, endpoints);
        for (VoterAddress address : addresses) {
            start(address.nodeId(), roles);
        }
    }

    private static List<VoterAddress> format(Path root) throws IOException {
        List<Endpoint> free = FreeEndpoints.take(6);
        List<VoterAddress> voters = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            voters.add(new VoterAddress(id, free.get(2 * id - 2), free.get(2 * id - 1)));
            DirectoryFormat.format(root.resolve("node-" + id), TestQuorum.CLUSTER, id);
        }
        return voters;
    }

    private static String listed(VoterAddress voter) {
        return voter.nodeId() + "@" + voter.raft() + ":" + voter.grpc().port();
    }

    NodeProcess start(int nodeId, String roles) throws IOException {
        NodeProcess process = NodeProcess.start(root.resolve("node-" + nodeId), nodeId, voters, roles);
        processes.put(nodeId, process);
        return process;
    }

    RemoteMetadataClient client() {
        return client;
    }

    Collection<NodeProcess> processes() {
        return processes.values();
    }

    NodeProcess process(int nodeId) {
        return requireNonNull(processes.get(nodeId));
    }

    NodeProcess controller() {
        return process(client.controllerId());
    }

    /** A node that is, or is not, the controller. */
    int someNode(boolean controller) {
        IntPredicate wanted = id -> id == client.controllerId() == controller;
        return processes.keySet().stream()
                .mapToInt(id -> id)
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    void awaitUnfenced(int count) {
        Await.until(count + " brokers are unfenced", () -> unfenced() == count && client.controllerId() > 0);
    }

    long unfenced() {
        return client.image().brokers().values().stream()
                .filter(BrokerImage::isEligible)
                .count();
    }

    @Override
    public void close() {
        client.close();
        processes.values().forEach(NodeProcess::close);
    }
}
