// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.Network;
import io.tidemark.chaos.workload.PartitionSample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a follower off until it has left the in-sync replicas, lets it come back while the controller's word reaches the
 * leader late, freezes it as soon as it is in sync again, and kills the leader.
 */
final class KillAtRejoin implements Nemesis {
    private static final Duration LIMIT = Duration.ofSeconds(8);
    private static final int LATE_MS = 550;
    private static final long FROZEN_NANOS = 400_000_000L;

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
        int controller = field.controller();
        PartitionSample led = ledByAnother(field, controller);
        int leader = led == null ? field.hotLeader() : led.leader();
        int partition = led == null ? 0 : led.partition();
        int follower = field.others(leader).stream()
                .filter(nodeId -> nodeId != controller)
                .findFirst()
                .orElseThrow();
        Network network = field.cluster().network();
        network.cut(new Link(leader, follower, Lane.BROKER));
        network.cut(new Link(follower, leader, Lane.BROKER));
        boolean hasLeft = field.waitFor(LIMIT, () -> field.leaderOf(partition)
                .map(sample -> !sample.isr().contains(follower))
                .orElse(false));
        network.slow(new Link(controller, leader, Lane.QUORUM), LATE_MS);
        network.mend(new Link(leader, follower, Lane.BROKER));
        network.mend(new Link(follower, leader, Lane.BROKER));
        boolean isBack = field.waitFor(LIMIT, () -> isInSync(field, partition, follower));
        field.cluster().freeze(follower);
        LockSupport.parkNanos(FROZEN_NANOS);
        field.cluster().kill(List.of(leader));
        field.cluster().thaw(List.of(follower));
        network.heal();
        Kill.Dead dead = new Kill.Dead(field, List.of(leader));
        return new Injury() {
            @Override
            public String targets() {
                return "leader " + leader + " of partition " + partition + " as follower " + follower + " came back";
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

    /** The hottest partition that another node than the controller leads; null when there is none. */
    private static @Nullable PartitionSample ledByAnother(Battlefield field, int controller) {
        for (int partition = 0; partition < Battlefield.PARTITIONS; partition++) {
            PartitionSample sample = field.leaderOf(partition).orElse(null);
            if (sample != null && sample.leader() != controller) {
                return sample;
            }
        }
        return null;
    }

    private static boolean isInSync(Battlefield field, int partition, int follower) {
        return FollowerState.of(field, follower, partition)
                .filter(state -> state.isr().contains(follower))
                .isPresent();
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(3);
    }
}
