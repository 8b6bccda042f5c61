// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.chaos.process.Link.Lane;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What every network that can be harmed does: node 2 has a connection to node 1, and both say something over it. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NetworkContract {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int DELAY_MS = 300;
    private static final Link THERE = new Link(2, 1, Lane.ALL);
    private static final Link BACK = new Link(1, 2, Lane.ALL);

    private Network network;
    private List<NodePlan> nodes;
    private PeerProcess one;
    private PeerProcess two;

    /** A network that is planned for nothing yet; passes over where it is not possible. */
    abstract Network network();

    @BeforeAll
    void startPeers() throws IOException {
        network = network();
        nodes = network.plan(Path.of("unused"), 2);
        one = new PeerProcess(network, nodes.get(0));
        two = new PeerProcess(network, nodes.get(1));
    }

    @AfterAll
    void stopAll() throws IOException {
        if (one != null) {
            one.close();
            two.close();
            network.close();
        }
    }

    @BeforeEach
    void connect() throws IOException {
        two.dial(one);
        two.say("hello");
        assertThat(one.next()).isEqualTo("hello");
        one.say("welcome");
        assertThat(two.next()).isEqualTo("welcome");
    }

    @AfterEach
    void mendAll() throws IOException {
        network.heal();
    }

    private void awaitSeenCut(Link link) {
        ProcessCluster.await(link + " seen to be cut", LIMIT, () -> {
            try {
                return network.isSeenCut(link);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    @Test
    void nothingIsSeenCutBeforeItIs() throws IOException {
        assertThat(network.isSeenCut(THERE)).isFalse();
        assertThat(network.isSeenCut(BACK)).isFalse();
        assertThat(network.isSeenCut(new Link(Link.CLIENTS, 1, Lane.BROKER))).isFalse();
        assertThat(network.isSeenCut(new Link(1, Link.CLIENTS, Lane.BROKER))).isFalse();
    }

    @Test
    void whatIsSentOverACutLinkDoesNotArriveBeforeItIsHealedAndTheOtherWayFlows() throws IOException {
        network.cut(THERE);
        two.say("lost");
        one.say("flows");
        assertThat(two.next()).isEqualTo("flows");
        awaitSeenCut(THERE);
        assertThat(network.isSeenCut(BACK)).isFalse();
        assertThat(one.hasHeardNothing()).isTrue();

        network.heal();
        assertThat(one.next()).isEqualTo("lost");
        assertThat(network.isSeenCut(THERE)).isFalse();
    }

    @Test
    void answersAreCutByTheLinkOfTheirOwnDirection() throws IOException {
        network.cut(BACK);
        one.say("lost");
        two.say("flows");
        assertThat(one.next()).isEqualTo("flows");
        awaitSeenCut(BACK);
        assertThat(network.isSeenCut(THERE)).isFalse();
        assertThat(two.hasHeardNothing()).isTrue();

        network.heal();
        assertThat(two.next()).isEqualTo("lost");
    }

    @Test
    void ofSeveralCutsOneIsMendedAndTheOthersStay() throws IOException {
        network.cut(THERE);
        network.cut(BACK);
        network.cut(new Link(Link.CLIENTS, 2, Lane.BROKER));
        two.say("there");
        one.say("back");
        awaitSeenCut(THERE);
        awaitSeenCut(BACK);
        assertThat(one.hasHeardNothing()).isTrue();

        network.mend(THERE);
        assertThat(one.next()).isEqualTo("there");
        assertThat(network.isSeenCut(THERE)).isFalse();
        awaitSeenCut(BACK);
        assertThat(two.hasHeardNothing()).isTrue();

        network.mend(BACK);
        assertThat(two.next()).isEqualTo("back");
    }

    @Test
    void aLaneIsCutAlone() throws IOException {
        assertFlowsBeside(new Link(2, 1, Lane.QUORUM));
        assertIsHeld(new Link(2, 1, Lane.BROKER), two, one);
    }

    @Test
    void answersAreCutWithoutTheCallsOfWhoAnswers() throws IOException {
        assertFlowsBeside(new Link(2, 1, Lane.BROKER_ANSWERS));
        assertIsHeld(new Link(1, 2, Lane.BROKER_ANSWERS), one, two);
    }

    private void assertFlowsBeside(Link other) throws IOException {
        network.cut(other);
        two.say("flows");
        assertThat(one.next()).isEqualTo("flows");
    }

    private void assertIsHeld(Link link, PeerProcess speaker, PeerProcess hearer) throws IOException {
        network.cut(link);
        speaker.say("lost");
        awaitSeenCut(link);
        assertThat(hearer.hasHeardNothing()).isTrue();

        network.mend(link);
        assertThat(hearer.next()).isEqualTo("lost");
    }

    @Test
    void clientsAreCutOffFromANodeThatOthersReach() throws IOException {
        Link there = new Link(Link.CLIENTS, 1, Lane.BROKER);
        try (Socket client = new Socket(
                nodes.get(0).reachedHost(), nodes.get(0).reachedPorts().broker())) {
            network.cut(there);
            client.getOutputStream().write("lost\n".getBytes(StandardCharsets.UTF_8));
            two.say("flows");
            assertThat(one.next()).isEqualTo("flows");
            awaitSeenCut(there);
            assertThat(one.hasHeardNothing()).isTrue();

            network.heal();
            assertThat(one.next()).isEqualTo("lost");
        }
    }

    @Test
    void aSlowLinkTakesItsTimeOneWay() throws IOException {
        assumeTrue(network.canSlow(), "no delays here");
        network.slow(THERE, DELAY_MS);
        long startNanos = System.nanoTime();
        two.say("late");
        assertThat(one.next()).isEqualTo("late");
        // At least so long, however busy the machine is.
        assertThat((System.nanoTime() - startNanos) / 1_000_000).isGreaterThanOrEqualTo(DELAY_MS);
    }
}
