// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.Network;
import io.tidemark.v1.PartitionRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * The hottest partition with its leader alone in sync, so that who left last, below the minimum, is an eligible leader
 * replica (KIP-966). With three voters the quorum must live to write that down: the leader is made controller too, one
 * follower is taken away as a whole, and the other only loses its connections to the leader's broker.
 *
 * @param field where
 * @param leader the leader, alone in sync
 * @param away the follower that was taken away first
 * @param eligible the follower that left last; its vote still counts
 * @param seen how the cluster described it; empty when it did not come to that
 */
record LoneLeader(Battlefield field, int leader, int away, int eligible, String seen) {
    private static final Duration LIMIT = Duration.ofSeconds(12);

    static boolean isPossible(Battlefield field) {
        return field.cluster().nodeIds().size() == 3;
    }

    /**
     * Brings the partition there.
     *
     * @param takeAway what is done to the first follower
     */
    static LoneLeader bring(Battlefield field, IntConsumer takeAway) throws IOException {
        field.awaitWhole();
        int leader = field.hotLeader();
        field.cluster().changes().lead(leader);
        List<Integer> followers = new ArrayList<>(field.others(leader));
        Collections.shuffle(followers, field.random());
        int away = followers.get(0);
        int eligible = followers.get(1);
        takeAway.accept(away);
        await(field, partition -> !partition.getIsrList().contains(away));
        Network network = field.cluster().network();
        network.cut(new Link(eligible, leader, Lane.BROKER));
        network.cut(new Link(leader, eligible, Lane.BROKER));
        boolean isAlone = await(
                field,
                partition -> partition.getLeader() == leader
                        && partition.getIsrList().equals(List.of(leader))
                        && partition.getElrList().equals(List.of(eligible)));
        String seen = isAlone ? "node " + leader + " was alone in sync, node " + eligible + " alone in the ELR" : "";
        return new LoneLeader(field, leader, away, eligible, seen);
    }

    private static boolean await(Battlefield field, Predicate<PartitionRecord> condition) {
        return field.waitFor(LIMIT, () -> field.described(0).filter(condition).isPresent());
    }

    /** Kills one of its nodes and lets the follower that was taken away first, and all connections, return. */
    Injury kill(int nodeId) throws IOException {
        field.cluster().kill(List.of(nodeId));
        field.cluster().network().heal();
        field.cluster().thaw(List.of(away));
        return killed(List.of(nodeId));
    }

    /** Some of its nodes as those that were killed; proven only if it was seen before. */
    Injury killed(List<Integer> nodeIds) {
        Kill.Dead dead = new Kill.Dead(field, nodeIds);
        return new Injury() {
            @Override
            public String targets() {
                return dead.targets() + "; leader " + leader + ", taken away first " + away + ", eligible " + eligible;
            }

            @Override
            public String evidence() {
                String gone = dead.evidence();
                return seen.isEmpty() || gone.isEmpty() ? "" : seen + "; " + gone;
            }

            @Override
            public void heal() throws IOException {
                field.cluster().network().heal();
                field.cluster().thaw(List.of(away));
                dead.heal();
            }
        };
    }
}
