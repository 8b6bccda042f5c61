// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three processes, each voter and broker; one is killed with {@code kill -9}. */
class KilledProcessTest {
    private static final Logger LOG = LoggerFactory.getLogger(KilledProcessTest.class);
    private static final String BOTH = "broker,quorum";
    private static final long PAUSE_MS = 8000;
    private static final long LEASES_MS = 3000;
    private static final int APART = 9;
    /** {@code -Dfailover.rounds=20} for a distribution, which the log tells. */
    private static final int ROUNDS = Integer.getInteger("failover.rounds", 1);

    private static final Duration ROUND_LIMIT = Duration.ofSeconds(60);

    @Test
    void theOthersLearnSoonThatABrokerIsGoneWhetherOrNotItLedTheQuorum(@TempDir Path root) {
        Assertions.assertTimeoutPreemptively(ROUND_LIMIT.multipliedBy(1 + ROUNDS), () -> {
            try (ProcessQuorum quorum = new ProcessQuorum(root, BOTH)) {
                for (int round = 0; round < ROUNDS; round++) {
                    assertThat(killAndRestart(quorum, false)).isLessThan(3000);
                    assertThat(killAndRestart(quorum, true)).isLessThan(6000);
                }
            }
        });
    }

    private static long killAndRestart(ProcessQuorum quorum, boolean controller) throws Exception {
        quorum.awaitUnfenced(3);
        int victim = quorum.someNode(controller);
        long start = System.nanoTime();
        quorum.process(victim).kill();
        Await.until("broker " + victim + " is fenced", () -> quorum.unfenced() == 2);
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        LOG.info(
                "kill -9 of {} {}: fenced in a client's image after {} ms",
                controller ? "controller and broker" : "broker",
                victim,
                tookMs);
        quorum.start(victim, BOTH);
        return tookMs;
    }

    @Test
    @Timeout(120)
    void aFrozenBrokerIsFencedAndRejoinsWhenItThaws(@TempDir Path root) throws Exception {
        try (ProcessQuorum quorum = new ProcessQuorum(root, BOTH)) {
            quorum.awaitUnfenced(3);
            freezeAndThaw(quorum, quorum.process(quorum.someNode(false)), "broker");
        }
    }

    @Test
    @Timeout(120)
    void aFrozenControllerIsReplacedAndRejoinsWhenItThaws(@TempDir Path root) throws Exception {
        try (ProcessQuorum quorum = new ProcessQuorum(root, BOTH)) {
            quorum.awaitUnfenced(3);
            freezeAndThaw(quorum, quorum.controller(), "controller and broker");
        }
    }

    private static void freezeAndThaw(ProcessQuorum quorum, NodeProcess victim, String what) throws Exception {
        long start = System.nanoTime();
        victim.freeze();
        Await.until("the frozen broker is fenced", () -> quorum.unfenced() == 2);
        LOG.info(
                "{} frozen: fenced in a client's image after {} ms",
                what,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        victim.thaw();
        quorum.awaitUnfenced(3);
    }

    @Test
    @Timeout(120)
    void aBrokerApartFromTheVotersOutlivesTheControllerAndIsFencedWhenItDies(@TempDir Path root) throws Exception {
        try (ProcessQuorum quorum = new ProcessQuorum(root, "quorum")) {
            NodeProcess broker = quorum.start(APART, "broker");
            quorum.awaitUnfenced(1);
            RemoteMetadataClient client = quorum.client();
            int controller = client.controllerId();
            quorum.controller().kill();
            long index =
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index();
            Await.until(
                    "another controller",
                    () -> client.controllerId() > 0
                            && client.controllerId() != controller
                            && client.image().index() >= index);
            Await.holdsFor(LEASES_MS, "the broker is unfenced", () -> quorum.unfenced() == 1);

            broker.kill();
            Await.until("the broker is fenced", () -> quorum.unfenced() == 0);
        }
    }

    /** Longer than every lease and election timeout, and than the pauses at which Ratis steps down or closes itself. */
    @Test
    @Timeout(120)
    void aPauseOfAllThatIsLongerThanEveryTimeoutEndsNobody(@TempDir Path root) throws Exception {
        try (ProcessQuorum quorum = new ProcessQuorum(root, BOTH)) {
            quorum.awaitUnfenced(3);
            for (NodeProcess process : quorum.processes()) {
                process.freeze();
            }
            Await.holdsFor(PAUSE_MS, "the processes are there", () -> quorum.processes().stream()
                    .allMatch(NodeProcess::isAlive));
            for (NodeProcess process : quorum.processes()) {
                process.thaw();
            }
            RemoteMetadataClient client = quorum.client();
            long index =
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index();
            Await.until(
                    "all brokers are unfenced again",
                    () -> quorum.unfenced() == 3 && client.image().index() >= index);
            assertThat(quorum.processes()).allMatch(NodeProcess::isAlive);
        }
    }
}
