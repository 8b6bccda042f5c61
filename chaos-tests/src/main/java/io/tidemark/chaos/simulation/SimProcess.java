// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayDeque;

/**
 * One life of a process. What is planned for a dead one never happens; what is planned for a paused one waits. After a pause
 * timers and threads are slow for a while, each on its own: what arrived meanwhile may be answered before any of them.
 */
class SimProcess {
    private static final long SLOW_MICROS = 100_000;

    private final World world;
    private final int node;
    private final Prng prng;
    private final ArrayDeque<Event> held = new ArrayDeque<>();
    private boolean alive = true;
    private boolean paused;
    private long slowUntilMicros;

    SimProcess(World world, int node) {
        this.world = world;
        this.node = node;
        this.prng = world.prng().fork("slow threads" + node);
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
        slowUntilMicros = world.nowMicros() + SLOW_MICROS;
        while (!held.isEmpty()) {
            Event event = held.removeFirst();
            world.after(event.kind == World.TICK ? slowMicros() : 0, this, event.kind, event.action);
        }
    }

    /** How much longer a thread takes for what it does next. */
    long slowMicros() {
        return world.nowMicros() < slowUntilMicros ? prng.between(0, SLOW_MICROS) : 0;
    }

    void hold(Event event) {
        held.addLast(event);
    }

    /** Called after each event of this process. */
    void afterEvent() {
        // Most processes have nothing to look after.
    }
}
