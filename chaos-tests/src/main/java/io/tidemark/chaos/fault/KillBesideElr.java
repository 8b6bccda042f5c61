// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.v1.PartitionRecord;
import java.io.IOException;
import java.time.Duration;

/** Kills the last replica in sync of the hottest partition: the eligible leader replica alone may lead then, and must. */
final class KillBesideElr implements Nemesis {
    @Override
    public String name() {
        return "kill-beside-elr";
    }

    @Override
    public boolean suits(Battlefield field) {
        return LoneLeader.isPossible(field);
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        LoneLeader scene = LoneLeader.bring(field, field.cluster()::freeze);
        int uncleanEpoch = uncleanEpoch(field);
        Injury killed = scene.kill(scene.leader());
        return new Injury() {
            @Override
            public String targets() {
                return killed.targets();
            }

            @Override
            public String evidence() throws IOException {
                String before = killed.evidence();
                boolean leads = field.described(0)
                        .map(PartitionRecord::getLeader)
                        .filter(leader -> leader == scene.eligible())
                        .isPresent();
                return !before.isEmpty() && leads && uncleanEpoch(field) == uncleanEpoch
                        ? before + "; node " + scene.eligible() + " leads, elected cleanly"
                        : "";
            }

            @Override
            public void heal() throws IOException {
                killed.heal();
            }
        };
    }

    private static int uncleanEpoch(Battlefield field) {
        return field.described(0)
                .map(PartitionRecord::getLastUncleanLeaderEpoch)
                .orElse(-1);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(6);
    }
}
