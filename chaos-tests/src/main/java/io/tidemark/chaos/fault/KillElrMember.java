// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.time.Duration;

/** Kills the eligible leader replica of the hottest partition, whose leader is alone in sync, and lets the third return. */
final class KillElrMember implements Nemesis {
    @Override
    public String name() {
        return "kill-elr-member";
    }

    @Override
    public boolean suits(Battlefield field) {
        return LoneLeader.isPossible(field);
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        LoneLeader scene = LoneLeader.bring(field, field.cluster()::freeze);
        return scene.kill(scene.eligible());
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(2);
    }
}
