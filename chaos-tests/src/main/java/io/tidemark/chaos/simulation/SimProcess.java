// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayDeque;

/** One life of a process. What is planned for a dead one never happens; what is planned for a paused one waits. */
class SimProcess {
    private final World world;
    private final int node;
    private final ArrayDeque<Event> held = new ArrayDeque<>();
    private boolean alive = true;
    private boolean paused;

    SimProcess(World world, int node) {
        this.world = world;
        this.node = node;
    }

    World world() {
        return world;
    }

    int node() {
        return node;
    }

    boolean isAlive() {
        return alive;
    }

    boolean isPaused() {
        return paused;
    }

    void die() {
        alive = false;
        held.clear();
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        while (!held.isEmpty()) {
            Event event = held.removeFirst();
            world.after(0, this, event.kind, event.action);
        }
    }

    void hold(Event event) {
        held.addLast(event);
    }

    /** Called after each event of this process. */
    void afterEvent() {
        // Most processes have nothing to look after.
    }
}
