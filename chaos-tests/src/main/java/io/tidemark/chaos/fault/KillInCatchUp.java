// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.Network;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Kills a follower, starts it once it has left the in-sync replicas, and strikes the leader that it copies from while it
 * still lacks records: kills it, or cuts it off. Where links can be slowed they are, so that the copying takes its time.
 */
final class KillInCatchUp implements Nemesis {
    private static final Duration LEFT_LIMIT = Duration.ofSeconds(8);
    private static final Duration BACK_LIMIT = Duration.ofMinutes(1);
    private static final int SLOW_MS = 250;

    @Override
    public String name() {
        return "kill-in-catch-up";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        field.awaitWhole();
        int leader = field.hotLeader();
        int follower = field.plainFollower();
        Network network = field.cluster().network();
        field.cluster().kill(List.of(follower));
        field.waitFor(LEFT_LIMIT, () -> field.leaderOf(0)
                .map(sample -> !sample.isr().contains(follower))
                .orElse(false));
        if (network.canSlow()) {
            network.slow(new Link(leader, follower, Lane.BROKER), SLOW_MS);
        }
        field.cluster().start(follower);
        // Before it has heard of the partition's state it names nobody in sync.
        field.waitFor(BACK_LIMIT, () -> FollowerState.of(field, follower, 0)
                .filter(state -> !state.isr().isEmpty())
                .isPresent());
        Optional<FollowerState> behind = FollowerState.of(field, follower, 0)
                .filter(state -> !state.isr().isEmpty() && !state.isr().contains(follower));
        Injury struck;
        if (field.random().nextBoolean()) {
            field.cluster().kill(List.of(leader));
            struck = new Kill.Dead(field, List.of(leader));
        } else {
            struck = Partition.cut(
                    network, Shape.ISOLATED_LEADER.links(leader, field.cluster().nodeIds()));
        }
        return new Caught(leader, follower, behind, struck, network);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(4);
    }

    private record Caught(int leader, int follower, Optional<FollowerState> behind, Injury struck, Network network)
            implements Injury {
        @Override
        public String targets() {
            return "leader " + leader + " while follower " + follower + " caught up: " + struck.targets();
        }

        @Override
        public String evidence() throws IOException {
            String harm = struck.evidence();
            return behind.isEmpty() || harm.isEmpty()
                    ? ""
                    : "node " + follower + " had " + behind.get().logEnd() + " records and knew "
                            + behind.get().isr() + " in sync; " + harm;
        }

        @Override
        public void heal() throws IOException {
            network.heal();
            struck.heal();
        }
    }
}
