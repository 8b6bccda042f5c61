// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.time.Duration;

/** Kills one node, loses what its disk had not written, and lets the node believe in another boot of its machine. */
final class PowerCut implements Nemesis {
    private static final Duration WHOLE = Duration.ofSeconds(45);

    @Override
    public String name() {
        return "power-cut";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().setup().storage() == Storage.IMAGE;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        // Replicated topics promise to outlive one loss at a time.
        field.cluster().awaitWhole(field.topic(), WHOLE);
        int nodeId = field.hotLeader();
        field.cluster().kill(java.util.List.of(nodeId));
        String changed = field.cluster().cutPower(nodeId);
        Kill.Dead dead = new Kill.Dead(field, java.util.List.of(nodeId));
        return new Injury() {
            @Override
            public String targets() {
                return "disk of node " + nodeId;
            }

            @Override
            public String evidence() {
                return changed;
            }

            @Override
            public void heal() {
                dead.heal();
            }

            @Override
            public int lostDisks() {
                return 1;
            }
        };
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(1);
    }
}
