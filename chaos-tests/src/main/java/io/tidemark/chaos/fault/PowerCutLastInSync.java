// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Kills the followers of the hottest partition one after the other, cuts the power of its leader, and starts all but the
 * follower that was in sync to the last. That one alone holds everything: nobody else may lead before it is back.
 */
final class PowerCutLastInSync implements Nemesis {
    private static final Duration LEFT_LIMIT = Duration.ofSeconds(8);

    @Override
    public String name() {
        return "power-cut-last-in-sync";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().setup().storage() == Storage.IMAGE;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        field.awaitWhole();
        int leader = field.hotLeader();
        List<Integer> others = new ArrayList<>(field.others(leader));
        int keeper = others.remove(field.random().nextInt(others.size()));
        field.cluster().kill(others);
        field.waitFor(LEFT_LIMIT, () -> field.leaderOf(0)
                .map(partition -> partition.isr().stream().noneMatch(others::contains))
                .orElse(false));
        List<Integer> isr = field.leaderOf(0).map(partition -> partition.isr()).orElse(List.of());
        boolean isKeeperLast = Set.copyOf(isr).equals(Set.of(leader, keeper));
        field.cluster().kill(List.of(keeper, leader));
        String changed = field.cluster().cutPower(leader);
        field.cluster().start(leader);
        others.forEach(field.cluster()::start);
        return new LostDisks(
                new Kill.Dead(field, List.of(keeper)),
                "disk of node " + leader + ", in sync at the last: " + isr + ", kept away: " + keeper,
                isKeeperLast ? changed : "",
                1);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(8);
    }
}
