// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.workload.PartitionSample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Freezes the hot leader, waits for its successor, kills that, and lets the first run on with what it believes. */
final class KillSuccessor implements Nemesis {
    private static final Duration ELECTION_LIMIT = Duration.ofSeconds(8);

    @Override
    public String name() {
        return "kill-successor";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        int leader = field.hotLeader();
        field.cluster().freeze(leader);
        field.waitFor(ELECTION_LIMIT, () -> successor(field, leader).isPresent());
        Optional<Integer> successor = successor(field, leader);
        successor.ifPresent(nodeId -> field.cluster().kill(List.of(nodeId)));
        boolean wasFrozen = field.cluster().processState(leader).equals("T");
        field.cluster().thaw(List.of(leader));
        Kill.Dead dead = new Kill.Dead(field, successor.map(List::of).orElse(List.of()));
        return new Injury() {
            @Override
            public String targets() {
                return "leader " + leader + " and its successor " + successor.orElse(-1);
            }

            @Override
            public String evidence() {
                return wasFrozen && successor.isPresent()
                        ? "node " + leader + " was in state T; " + dead.evidence()
                        : "";
            }

            @Override
            public void heal() {
                dead.heal();
            }
        };
    }

    private static Optional<Integer> successor(Battlefield field, int leader) {
        return field.leaderOf(0).map(PartitionSample::leader).filter(nodeId -> nodeId != leader);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(3);
    }
}
