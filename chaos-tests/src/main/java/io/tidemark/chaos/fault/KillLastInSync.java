// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Kills the followers of the hottest partition, waits until its leader is alone in sync, then kills that too. */
final class KillLastInSync implements Nemesis {
    private static final Duration ALONE_LIMIT = Duration.ofSeconds(8);

    @Override
    public String name() {
        return "kill-last-in-sync";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) {
        int leader = field.hotLeader();
        List<Integer> dead = new ArrayList<>();
        for (int follower : field.others(leader)) {
            field.cluster().kill(List.of(follower));
            dead.add(follower);
            // One after the other, so that the quorum still writes down that the first has left.
            field.waitFor(ALONE_LIMIT, () -> field.leaderOf(0)
                    .map(partition -> !partition.isr().contains(follower))
                    .orElse(false));
        }
        List<Integer> isr = field.leaderOf(0).map(partition -> partition.isr()).orElse(List.of());
        field.cluster().kill(List.of(leader));
        dead.add(leader);
        Kill.Dead injury = new Kill.Dead(field, dead);
        return new Injury() {
            @Override
            public String targets() {
                return injury.targets() + " in this order; in sync at the last: " + isr;
            }

            @Override
            public String evidence() {
                return injury.evidence();
            }

            @Override
            public void heal() {
                injury.heal();
            }
        };
    }

    @Override
    public Duration hold() {
        return Duration.ofMillis(500);
    }
}
