// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import java.util.ArrayList;
import java.util.List;

/** Which links a partition of the network cuts. */
enum Shape {
    /** The hot leader and all others, clients too. */
    ISOLATED_LEADER,
    /** The controller and all other nodes; clients reach everybody. */
    ISOLATED_CONTROLLER,
    /** The coordinator of groups and all other nodes; clients reach everybody. */
    ISOLATED_COORDINATOR,
    /** A minority and the rest; clients reach both sides. */
    HALVES,
    /** Nobody hears the hot leader, which hears everybody. */
    LEADER_UNHEARD,
    /** The hot leader hears nobody, who all hear it. */
    LEADER_DEAF,
    /** Each node lacks the link to one other: all see a majority, no two the same. */
    RING,
    /** Clients and the hot leader. */
    CLIENTS,
    /** All links of the metadata quorum to and from the controller. */
    QUORUM;

    String word() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    List<Link> links(Battlefield field) {
        int leader = field.hotLeader();
        return switch (this) {
            case ISOLATED_LEADER -> both(leader, with(field.others(leader), Link.CLIENTS), Lane.ALL);
            case ISOLATED_CONTROLLER -> {
                int controller = field.controller();
                yield both(controller, field.others(controller), Lane.ALL);
            }
            case ISOLATED_COORDINATOR -> {
                int coordinator = field.coordinator();
                yield both(coordinator, field.others(coordinator), Lane.ALL);
            }
            case HALVES -> {
                int alone = field.minority().get(0);
                yield both(alone, field.others(alone), Lane.ALL);
            }
            case LEADER_UNHEARD -> oneWay(leader, field.others(leader), true);
            case LEADER_DEAF -> oneWay(leader, field.others(leader), false);
            case RING -> {
                int one = field.anyNode();
                yield both(one, List.of(field.others(one).get(0)), Lane.ALL);
            }
            case CLIENTS -> both(leader, List.of(Link.CLIENTS), Lane.BROKER);
            case QUORUM -> {
                int controller = field.controller();
                yield both(controller, field.others(controller), Lane.QUORUM);
            }
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

    private static List<Link> oneWay(int one, List<Integer> others, boolean away) {
        return others.stream()
                .map(other -> away ? new Link(one, other, Lane.ALL) : new Link(other, one, Lane.ALL))
                .toList();
    }
}
