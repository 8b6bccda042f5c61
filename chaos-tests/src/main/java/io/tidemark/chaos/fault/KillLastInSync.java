// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Kills one follower, cuts the other off until the hottest partition's leader is alone in sync, then kills all. */
final class KillLastInSync implements Nemesis {
    @Override
    public String name() {
        return "kill-last-in-sync";
    }

    @Override
    public boolean suits(Battlefield field) {
        return LoneLeader.isPossible(field);
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        LoneLeader scene = LoneLeader.bring(field, follower -> field.cluster().kill(List.of(follower)));
        field.cluster().kill(List.of(scene.leader()));
        field.cluster().kill(List.of(scene.eligible()));
        return scene.killed(List.of(scene.away(), scene.leader(), scene.eligible()));
    }

    @Override
    public Duration hold() {
        return Duration.ofMillis(500);
    }
}
