// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.transport.EventLoops;
import io.tidemark.engine.transport.GrpcServer;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.ratis.FormattedDirectory;
import io.tidemark.metadata.ratis.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Brokers 1 to 3 over gRPC, with the controller's decisions in this JVM and logs of the test's choice. */
final class LocalBrokers {
    private static final int COUNT = 3;

    private final LocalQuorum quorum;
    private final Map<Integer, Running> running = new TreeMap<>();
    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private Path directory = Path.of(".");

    private record Running(BrokerRole role, GrpcServer server, EventLoops loops, MetadataClient metadata) {}

    LocalBrokers(int leaseMs) {
        quorum = new LocalQuorum(leaseMs);
    }

    void useDirectory(Path dataDirectories) throws IOException {
        directory = dataDirectories;
        List<Integer> free = FreePorts.take(COUNT);
        for (int id = 1; id <= COUNT; id++) {
            ports.put(id, free.get(id - 1));
        }
    }

    void start(int id, LogStore store) throws Exception {
        Path dir = Files.createDirectories(directory.resolve("node-" + id));
        NodeConfig config = NodeConfig.load(
                null,
                Map.of(),
                Map.of(
                        "node.id",
                        String.valueOf(id),
                        "broker.rack",
                        "rack-" + id,
                        "log.dirs",
                        dir.toString(),
                        "process.roles",
                        "broker",
                        "listeners",
                        "127.0.0.1:" + ports.get(id),
                        "broker.heartbeat.interval.ms",
                        "100",
                        "controller.quorum.voters",
                        "1@127.0.0.1:1:2"));
        MetadataClient metadata = quorum.client();
        EventLoops loops = new EventLoops(2);
        BrokerRole role = new BrokerRole(
                config,
                new FormattedDirectory(dir, "test-cluster", id, UUID.nameUUIDFromBytes(new byte[] {(byte) id})),
                new BrokerRole.Parts(
                        metadata,
                        store,
                        loops,
                        new EngineMetrics(new SimpleMeterRegistry()),
                        Clock.system(),
                        (reason, cause) -> faults.add(id + ": " + reason)));
        GrpcServer server = GrpcServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), portOf(id)),
                loops,
                config.maxMessageBytes(),
                role.services());
        role.start();
        running.put(id, new Running(role, server, loops, metadata));
    }

    /** Ends a broker without a word: connections break, nothing is flushed or written down. */
    void kill(int id) throws InterruptedException, IOException {
        Running broker = requireNonNull(running.remove(id));
        broker.metadata.close();
        broker.server.close();
        broker.role.stop(false);
        broker.loops.close();
    }

    LocalQuorum quorum() {
        return quorum;
    }

    BrokerRole role(int id) {
        return requireNonNull(running.get(id)).role;
    }

    int portOf(int id) {
        return requireNonNull(ports.get(id));
    }

    ClusterClient client() {
        return new ClusterClient(ports);
    }

    void awaitReady() {
        ClusterClient.await("all brokers run", () -> running.values().stream()
                .allMatch(broker -> broker.role.notReady().isEmpty()));
    }

    /** What made a broker give up. */
    List<String> faults() {
        return faults;
    }

    void stop() throws InterruptedException, IOException {
        for (int id : List.copyOf(running.keySet())) {
            kill(id);
        }
        quorum.close();
    }
}
