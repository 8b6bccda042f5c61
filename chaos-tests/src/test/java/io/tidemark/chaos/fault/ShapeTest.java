// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shape around node 1 of three, each link as "sender receiver lane"; 0 stands for clients. */
class ShapeTest {
    private static final List<Integer> NODES = List.of(1, 2, 3);

    static Stream<Arguments> shapes() {
        String isolated = "1 2 ALL, 2 1 ALL, 1 3 ALL, 3 1 ALL";
        return Stream.of(
                arguments(Shape.ISOLATED_LEADER, isolated + ", 1 0 ALL, 0 1 ALL"),
                arguments(Shape.ISOLATED_CONTROLLER, isolated),
                arguments(Shape.ISOLATED_COORDINATOR, isolated),
                arguments(Shape.ISOLATED_FOLLOWER, isolated),
                arguments(Shape.HALVES, isolated),
                arguments(Shape.LEADER_UNHEARD, "1 2 ALL, 1 3 ALL"),
                arguments(Shape.LEADER_DEAF, "2 1 ALL, 3 1 ALL"),
                arguments(Shape.RING, "2 1 ALL, 3 2 ALL, 1 3 ALL"),
                arguments(Shape.CLIENTS, "1 0 BROKER, 0 1 BROKER"),
                arguments(Shape.QUORUM, "1 2 QUORUM, 2 1 QUORUM, 1 3 QUORUM, 3 1 QUORUM"));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void cutsTheseLinks(Shape shape, String links) {
        assertThat(shape.links(1, NODES))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(links.split(", ")).map(ShapeTest::link).toList());
    }

    private static Link link(String words) {
        String[] parts = words.split(" ", -1);
        return new Link(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Lane.valueOf(parts[2]));
    }

    @Test
    void theTableHoldsAllShapes() {
        assertThat(shapes().map(row -> row.get()[0])).containsExactlyInAnyOrder((Object[]) Shape.values());
    }

    @Test
    void inARingEachNodeHearsAMajorityAndNoTwoTheSame() {
        List<Link> cut = Shape.RING.links(1, NODES);
        List<Set<Integer>> heard =
                NODES.stream().map(node -> heard(node, cut)).distinct().toList();
        assertThat(heard).hasSameSizeAs(NODES).allSatisfy(nodes -> assertThat(nodes)
                .hasSize(2));
    }

    private static Set<Integer> heard(int node, List<Link> cut) {
        Set<Integer> heard = new HashSet<>(NODES);
        cut.stream().filter(link -> link.to() == node).forEach(link -> heard.remove(link.from()));
        return heard;
    }
}
