// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.time.Duration;
import java.util.List;

/** Stops and starts every node in good order, one after the other, each once the last is in sync again. */
final class RollingRestart implements Nemesis {

    @Override
    public String name() {
        return "rolling-restart";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) {
        boolean areOrderly = true;
        for (int nodeId : field.cluster().nodeIds()) {
            areOrderly &= field.cluster().stop(List.of(nodeId));
            field.cluster().start(nodeId);
            field.awaitWhole();
        }
        return new Done("every node, one after the other", areOrderly ? "each left in good order" : "");
    }

    @Override
    public Duration hold() {
        return Duration.ZERO;
    }

    /** Harm that is over when it was done. */
    record Done(String targets, String evidence) implements Injury {
        @Override
        public void heal() {
            // Nothing is left to undo.
        }
    }
}
