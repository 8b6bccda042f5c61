// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three processes, each voter and broker; one is killed with {@code kill -9}. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KilledProcessTest {
    private static final Logger LOG = LoggerFactory.getLogger(KilledProcessTest.class);
    private static final long PAUSE_MS = 8000;
    private static final long LEASES_MS = 3000;
    private static final int APART = 9;
    private static final int ROUNDS = Integer.getInteger("failover.rounds", 1);

    @Test
    void theOthersLearnSoonThatABrokerIsGoneWhetherOrNotItLedTheQuorum(@TempDir Path root) throws Exception {
        List<VoterAddress> voters = format(root);
        SortedMap<Integer, NodeProcess> processes = new TreeMap<>();
        List<Endpoint> endpoints = voters.stream().map(VoterAddress::grpc).toList();
        try (RemoteMetadataClient client = RemoteMetadataClient.connect(TestQuorum.CLUSTER, endpoints)) {
            for (VoterAddress voter : voters) {
                processes.put(voter.nodeId(), start(root, voter.nodeId(), voters));
            }
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(killAndRestart(client, processes, root, voters, false))
                        .isLessThan(3000);
                assertThat(killAndRestart(client, processes, root, voters, true))
                        .isLessThan(6000);
            }
        } finally {
            processes.values().forEach(NodeProcess::close);
        }
    }

    @Test
    void aFrozenControllerIsReplacedAndRejoinsWhenItThaws(@TempDir Path root) throws Exception {
        List<VoterAddress> voters = format(root);
        SortedMap<Integer, NodeProcess> processes = new TreeMap<>();
        List<Endpoint> endpoints = voters.stream().map(VoterAddress::grpc).toList();
        try (RemoteMetadataClient client = RemoteMetadataClient.connect(TestQuorum.CLUSTER, endpoints)) {
            for (VoterAddress voter : voters) {
                processes.put(voter.nodeId(), start(root, voter.nodeId(), voters));
            }
            Await.until("all brokers are unfenced", () -> unfenced(client) == 3 && client.controllerId() > 0);
            NodeProcess controller = requireNonNull(processes.get(client.controllerId()));
            long start = System.nanoTime();
            controller.freeze();
            Await.until("the frozen broker is fenced by another controller", () -> unfenced(client) == 2);
            LOG.info(
                    "controller and broker frozen: fenced in a client's image after {} ms",
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            controller.thaw();
            Await.until("the thawed broker is unfenced", () -> unfenced(client) == 3);
        } finally {
            processes.values().forEach(NodeProcess::close);
        }
    }

    @Test
    void aBrokerApartFromTheVotersOutlivesTheControllerAndIsFencedWhenItDies(@TempDir Path root) throws Exception {
        List<VoterAddress> voters = format(root);
        SortedMap<Integer, NodeProcess> processes = new TreeMap<>();
        List<Endpoint> endpoints = voters.stream().map(VoterAddress::grpc).toList();
        try (RemoteMetadataClient client = RemoteMetadataClient.connect(TestQuorum.CLUSTER, endpoints)) {
            for (VoterAddress voter : voters) {
                processes.put(
                        voter.nodeId(),
                        NodeProcess.start(
                                root.resolve("node-" + voter.nodeId()), voter.nodeId(), listed(voters), "quorum"));
            }
            NodeProcess broker = NodeProcess.start(root.resolve("node-" + APART), APART, listed(voters), "broker");
            processes.put(APART, broker);
            Await.until("the broker is unfenced", () -> unfenced(client) == 1 && client.controllerId() > 0);

            int controller = client.controllerId();
            requireNonNull(processes.get(controller)).kill();
            long index =
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index();
            Await.until(
                    "another controller",
                    () -> client.controllerId() > 0
                            && client.controllerId() != controller
                            && client.image().index() >= index);
            Await.holdsFor(LEASES_MS, "the broker is unfenced", () -> unfenced(client) == 1);

            broker.kill();
            Await.until("the broker is fenced", () -> unfenced(client) == 0);
        } finally {
            processes.values().forEach(NodeProcess::close);
        }
    }

    /** Longer than every lease and election timeout, and than the pauses at which Ratis steps down or closes itself. */
    @Test
    void aPauseOfAllThatIsLongerThanEveryTimeoutEndsNobody(@TempDir Path root) throws Exception {
        List<VoterAddress> voters = format(root);
        SortedMap<Integer, NodeProcess> processes = new TreeMap<>();
        List<Endpoint> endpoints = voters.stream().map(VoterAddress::grpc).toList();
        try (RemoteMetadataClient client = RemoteMetadataClient.connect(TestQuorum.CLUSTER, endpoints)) {
            for (VoterAddress voter : voters) {
                processes.put(voter.nodeId(), start(root, voter.nodeId(), voters));
            }
            Await.until("all brokers are unfenced", () -> unfenced(client) == 3 && client.controllerId() > 0);
            for (NodeProcess process : processes.values()) {
                process.freeze();
            }
            Await.holdsFor(PAUSE_MS, "the processes are there", () -> processes.values().stream()
                    .allMatch(NodeProcess::isAlive));
            for (NodeProcess process : processes.values()) {
                process.thaw();
            }
            long index =
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index();
            Await.until(
                    "all brokers are unfenced again",
                    () -> unfenced(client) == 3 && client.image().index() >= index);
            assertThat(processes.values()).allMatch(NodeProcess::isAlive);
        } finally {
            processes.values().forEach(NodeProcess::close);
        }
    }

    private static long killAndRestart(
            RemoteMetadataClient client,
            SortedMap<Integer, NodeProcess> processes,
            Path root,
            List<VoterAddress> voters,
            boolean controller)
            throws Exception {
        Await.until("all brokers are unfenced", () -> unfenced(client) == 3 && client.controllerId() > 0);
        int victim = processes.keySet().stream()
                .filter(id -> (id == client.controllerId()) == controller)
                .findFirst()
                .orElseThrow();
        NodeProcess process = processes.remove(victim);
        if (process == null) {
            throw new AssertionError("no process " + victim);
        }
        long start = System.nanoTime();
        process.kill();
        Await.until("broker " + victim + " is fenced", () -> unfenced(client) == 2);
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        LOG.info(
                "kill -9 of {} {}: fenced in a client's image after {} ms",
                controller ? "controller and broker" : "broker",
                victim,
                tookMs);
        processes.put(victim, start(root, victim, voters));
        return tookMs;
    }

    private static long unfenced(RemoteMetadataClient client) {
        return client.image().brokers().values().stream()
                .filter(BrokerImage::isEligible)
                .count();
    }

    private static List<VoterAddress> format(Path root) throws IOException {
        List<Endpoint> free = FreePorts.take(6);
        List<VoterAddress> voters = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            voters.add(new VoterAddress(id, free.get(2 * id - 2), free.get(2 * id - 1)));
            DirectoryFormat.format(root.resolve("node-" + id), TestQuorum.CLUSTER, id);
        }
        return voters;
    }

    private static NodeProcess start(Path root, int nodeId, List<VoterAddress> voters) throws IOException {
        return NodeProcess.start(root.resolve("node-" + nodeId), nodeId, listed(voters));
    }

    private static String listed(List<VoterAddress> voters) {
        StringBuilder list = new StringBuilder();
        for (VoterAddress voter : voters) {
            list.append(list.isEmpty() ? "" : ",")
                    .append(voter.nodeId())
                    .append('@')
                    .append(voter.raft())
                    .append(':')
                    .append(voter.grpc().port());
        }
        return list.toString();
    }
}
