// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Kills one node, loses what its disk had not written, and lets the node believe in another boot of its machine. */
final class PowerCut implements Nemesis {

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
        field.awaitWhole();
        int nodeId = field.hotLeader();
        field.cluster().kill(List.of(nodeId));
        String changed = field.cluster().cutPower(nodeId);
        return new LostDisks(new Kill.Dead(field, List.of(nodeId)), "disk of node " + nodeId, changed, 1);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(1);
    }
}
