// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which links a partition of the network cuts, around a node of some role. */
enum Shape {
    /** The hot leader and all others, clients too. */
    ISOLATED_LEADER(Role.HOT_LEADER),
    /** The controller and all other nodes; clients reach everybody. */
    ISOLATED_CONTROLLER(Role.CONTROLLER),
    /** The coordinator of groups and all other nodes; clients reach everybody. */
    ISOLATED_COORDINATOR(Role.COORDINATOR),
    /** A node that only follows and all other nodes; clients reach everybody. */
    ISOLATED_FOLLOWER(Role.FOLLOWER),
    /** Any node and the rest; clients reach both sides. */
    HALVES(Role.ANY),
    /** Nobody hears the hot leader, which hears everybody. */
    LEADER_UNHEARD(Role.HOT_LEADER),
    /** The hot leader hears nobody, who all hear it. */
    LEADER_DEAF(Role.HOT_LEADER),
    /** Nobody hears the next node: each hears a majority, itself included, and no two the same. */
    RING(Role.ANY),
    /** Clients and the hot leader. */
    CLIENTS(Role.HOT_LEADER),
    /** All links of the metadata quorum to and from the controller. */
    QUORUM(Role.CONTROLLER);

    private final Role center;

    Shape(Role center) {
        this.center = center;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    List<Link> links(Battlefield field) {
        return links(center.pick(field).get(0), field.cluster().nodeIds());
    }

    /** The links to cut when the shape lies around a node. */
    List<Link> links(int node, List<Integer> nodeIds) {
        List<Integer> others = nodeIds.stream().filter(other -> other != node).toList();
        return switch (this) {
            case ISOLATED_LEADER -> both(node, with(others, Link.CLIENTS), Lane.ALL);
            case ISOLATED_CONTROLLER, ISOLATED_COORDINATOR, ISOLATED_FOLLOWER, HALVES -> both(node, others, Lane.ALL);
            case LEADER_UNHEARD ->
                others.stream().map(other -> new Link(node, other, Lane.ALL)).toList();
            case LEADER_DEAF ->
                others.stream().map(other -> new Link(other, node, Lane.ALL)).toList();
            case RING -> ring(nodeIds);
            case CLIENTS -> both(node, List.of(Link.CLIENTS), Lane.BROKER);
            case QUORUM -> both(node, others, Lane.QUORUM);
        };
    }

    private static List<Integer> with(List<Integer> parties, int one) {
        List<Integer> more = new ArrayList<>(parties);
        more.add(one);
        return more;
    }

    private static List<Link> both(int one, List<Integer> others, Lane lane) {
        List<Link> links = new ArrayList<>();
        for (int other : others) {
            links.add(new Link(one, other, lane));
            links.add(new Link(other, one, lane));
        }
        return links;
    }

    private static List<Link> ring(List<Integer> nodeIds) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < nodeIds.size(); i++) {
            links.add(new Link(nodeIds.get((i + 1) % nodeIds.size()), nodeIds.get(i), Lane.ALL));
        }
        return links;
    }
}
