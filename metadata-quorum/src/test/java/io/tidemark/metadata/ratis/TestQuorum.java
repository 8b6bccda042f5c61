// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Voters, three if not said otherwise, on loopback in this JVM, each with its directory; voters can be killed and started again. */
final class TestQuorum implements AutoCloseable {
    static final String CLUSTER = "test-cluster";

    private final Path root;
    private final List<VoterAddress> addresses = new ArrayList<>();
    private final SortedMap<Integer, TestVoter> running = new TreeMap<>();
    private final List<RemoteMetadataClient> clients = new ArrayList<>();
    private final Queue<String> fatal = new ConcurrentLinkedQueue<>();
    private UnaryOperator<QuorumNodeConfig> tuning = config -> config;

    TestQuorum(Path root) throws IOException {
        this(root, 3);
    }

    TestQuorum(Path root, int voters) throws IOException {
        this.root = root;
        List<Endpoint> free = FreeEndpoints.take(2 * voters);
        for (int id = 1; id <= voters; id++) {
            addresses.add(new VoterAddress(id, free.get(2 * id - 2), free.get(2 * id - 1)));
            DirectoryFormat.format(directory(id), CLUSTER, id);
        }
    }

    static TestQuorum started(Path root) throws Exception {
        TestQuorum quorum = new TestQuorum(root);
        quorum.startAll();
        return quorum;
    }

    TestQuorum tuned(UnaryOperator<QuorumNodeConfig> with) {
        tuning = with;
        return this;
    }

    void startAll() throws Exception {
        for (VoterAddress voter : addresses) {
            start(voter.nodeId());
        }
        awaitController();
    }

    TestVoter start(int id) throws Exception {
        TestVoter voter = TestVoter.start(config(id));
        running.put(id, voter);
        return voter;
    }

    QuorumNodeConfig config(int id) throws IOException {
        QuorumNodeConfig config = QuorumNodeConfig.of(DirectoryFormat.open(directory(id)), addresses)
                .withReserve(1 << 16)
                .withFatalHandler((reason, cause) -> fatal.add(reason + " " + cause));
        return tuning.apply(config);
    }

    /** As an operator does who lost a disk: an empty one, formatted for the same node. */
    void reformat(int id) throws IOException {
        deleteTree(directory(id));
        DirectoryFormat.format(directory(id), CLUSTER, id);
    }

    static void deleteTree(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    Path directory(int id) {
        return root.resolve("node-" + id);
    }

    QuorumNode node(int id) {
        TestVoter voter = running.get(id);
        if (voter == null) {
            throw new IllegalStateException("voter " + id + " is not running");
        }
        return voter.node();
    }

    /** Waits for an active controller that everyone who runs knows, and returns its id. */
    int awaitController() {
        Await.until("a controller that all running voters know", () -> {
            int active = activeController();
            return active > 0
                    && running.values().stream()
                            .allMatch(voter -> voter.node().view().controllerId() == active
                                    && voter.node().image().clusterId().equals(CLUSTER));
        });
        return activeController();
    }

    /** Id of the running voter that is the active controller; -1 for none. */
    int activeController() {
        return running.values().stream()
                .filter(voter -> voter.node().isController())
                .map(voter -> voter.node().view().nodeId())
                .findFirst()
                .orElse(-1);
    }

    int anyFollower() {
        int controller = activeController();
        return running.keySet().stream()
                .filter(id -> id != controller)
                .findFirst()
                .orElseThrow();
    }

    /** Ids of the voters that run. */
    List<Integer> runningIds() {
        return List.copyOf(running.keySet());
    }

    void kill(int id) {
        TestVoter voter = running.remove(id);
        if (voter != null) {
            voter.kill();
        }
    }

    void stop(int id) {
        TestVoter voter = running.remove(id);
        if (voter != null) {
            voter.close();
        }
    }

    RemoteMetadataClient client() {
        RemoteMetadataClient client = RemoteMetadataClient.connect(CLUSTER, grpcEndpoints());
        clients.add(client);
        return client;
    }

    List<Endpoint> grpcEndpoints() {
        return addresses.stream().map(VoterAddress::grpc).toList();
    }

    List<VoterAddress> addresses() {
        return addresses;
    }

    /** What the fatal handlers were told. */
    Queue<String> fatal() {
        return fatal;
    }

    /** Waits until all running voters have the same image at or beyond an index. */
    void awaitEqualImages(long index) {
        Await.until("equal images at " + index, () -> {
            List<ClusterImage> images =
                    running.values().stream().map(voter -> voter.node().image()).toList();
            return images.stream()
                    .allMatch(image ->
                            image.index() >= index && withoutIndex(image).equals(withoutIndex(images.get(0))));
        });
    }

    /** The idle command moves the index once a second on its own. */
    static ClusterImage withoutIndex(ClusterImage image) {
        return new ClusterImage(
                0,
                image.clusterId(),
                image.brokers(),
                image.topics(),
                image.topicIds(),
                image.clusterConfigs(),
                image.nextProducerId(),
                image.featureLevel());
    }

    @Override
    public void close() {
        clients.forEach(RemoteMetadataClient::close);
        List.copyOf(running.keySet()).forEach(this::kill);
    }
}
