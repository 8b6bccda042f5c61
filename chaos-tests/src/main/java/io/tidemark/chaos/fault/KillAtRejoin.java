// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.Network;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Cuts a follower off until it has left the in-sync replicas, lets it come back while what the controller answers reaches the
 * leader late, freezes it as soon as it is in sync again, and kills the leader, which it is to follow: it leads without what
 * the old leader acknowledged meanwhile, if that counted on it only once it had heard. The controller is made the follower
 * that is last in the order of preference: it goes on copying, only its answers are late.
 */
final class KillAtRejoin implements Nemesis {
    private static final Duration LIMIT = Duration.ofSeconds(8);
    /** The hottest. */
    private static final int PARTITION = 0;

    private static final int LATE_MS = 400;
    private static final long FROZEN_NANOS = 350_000_000L;

    @Override
    public String name() {
        return "kill-at-rejoin";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().network().canSlow() && field.cluster().nodeIds().size() == 3;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        field.awaitWhole();
        int leader = field.hotLeader();
        List<Integer> followers = new ArrayList<>(
                field.cluster().describe(field.topic()).getPartitions(PARTITION).getReplicasList());
        followers.remove(Integer.valueOf(leader));
        int follower = followers.get(0);
        int controller = followers.get(1);
        field.cluster().changes().lead(controller);
        Network network = field.cluster().network();
        network.cut(new Link(leader, follower, Lane.BROKER));
        network.cut(new Link(follower, leader, Lane.BROKER));
        boolean hasLeft = field.waitFor(LIMIT, () -> field.leaderOf(PARTITION)
                .map(sample -> !sample.isr().contains(follower))
                .orElse(false));
        network.slow(new Link(controller, leader, Lane.BROKER_ANSWERS), LATE_MS);
        network.mend(new Link(leader, follower, Lane.BROKER));
        network.mend(new Link(follower, leader, Lane.BROKER));
        boolean isBack = field.waitFor(LIMIT, () -> isInSync(field, follower));
        field.cluster().freeze(follower);
        LockSupport.parkNanos(FROZEN_NANOS);
        field.cluster().kill(List.of(leader));
        field.cluster().thaw(List.of(follower));
        network.heal();
        Kill.Dead dead = new Kill.Dead(field, List.of(leader));
        return new Injury() {
            @Override
            public String targets() {
                return "leader " + leader + " as follower " + follower + " came back";
            }

            @Override
            public String evidence() {
                return hasLeft && isBack ? "it left and came back in sync; " + dead.evidence() : "";
            }

            @Override
            public void heal() {
                dead.heal();
            }
        };
    }

    private static boolean isInSync(Battlefield field, int follower) {
        return FollowerState.of(field, follower, PARTITION)
                .filter(state -> state.isr().contains(follower))
                .isPresent();
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(3);
    }
}
