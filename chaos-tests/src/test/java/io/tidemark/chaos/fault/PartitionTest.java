// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.NodePlan;
import io.tidemark.chaos.process.PeerProcess;
import io.tidemark.chaos.process.ProcessCluster;
import io.tidemark.chaos.process.ProxyNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PartitionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Link THERE = new Link(2, 1, Lane.ALL);
    private static final Link BACK = new Link(1, 2, Lane.ALL);

    @Test
    void isProvenByTheLinksThatAreUsedAndMendsAll() throws Exception {
        betweenTwo((network, one, two) -> {
            Injury cut = Partition.cut(network, List.of(THERE, BACK));
            assertThat(cut.evidence()).as("nobody tried").isEmpty();
            two.say("there");
            awaitSeenCut(network, THERE);
            assertThat(cut.evidence()).contains("1 of 2 links");
            one.say("back");
            awaitSeenCut(network, BACK);
            assertThat(cut.evidence()).contains("2 of 2 links");

            cut.heal();
            assertThat(one.next()).isEqualTo("there");
            assertThat(two.next()).isEqualTo("back");
        });
    }

    @Test
    void isNotProvenWhileOneOfItsLinksPassesAnything() throws Exception {
        betweenTwo((network, one, two) -> {
            Injury cut = Partition.cut(network, List.of(THERE, BACK));
            network.mend(BACK);
            one.say("back");
            assertThat(two.next()).isEqualTo("back");
            two.say("there");
            awaitSeenCut(network, THERE);

            assertThat(cut.evidence()).isEmpty();
        });
    }

    private interface Scene {
        void play(ProxyNetwork network, PeerProcess one, PeerProcess two) throws Exception;
    }

    /** Two processes of which the second has reached the first. */
    private static void betweenTwo(Scene scene) throws Exception {
        try (ProxyNetwork network = new ProxyNetwork()) {
            List<NodePlan> nodes = network.plan(Path.of("unused"), 2);
            try (PeerProcess one = new PeerProcess(network, nodes.get(0));
                    PeerProcess two = new PeerProcess(network, nodes.get(1))) {
                two.dial(one);
                two.say("hello");
                assertThat(one.next()).isEqualTo("hello");
                scene.play(network, one, two);
            }
        }
    }

    private static void awaitSeenCut(ProxyNetwork network, Link link) {
        ProcessCluster.await(link + " seen to be cut", LIMIT, () -> network.isSeenCut(link));
    }
}
