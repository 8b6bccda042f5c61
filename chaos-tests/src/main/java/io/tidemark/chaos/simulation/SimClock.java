// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.runtime.Clock;

/** A machine's clocks: the monotonic one starts anywhere and runs at a rate of its own, the wall clock jumps. */
final class SimClock implements Clock {
    private static final long WALL_START_MS = 1_700_000_000_000L;
    private static final long MILLION = 1_000_000;

    private final World world;
    private final long startMs;
    private final long ratePerMillion;
    private long wallJumpMs;

    SimClock(World world, long startMs, long ratePerMillion) {
        this.world = world;
        this.startMs = startMs;
        this.ratePerMillion = ratePerMillion;
    }

    @Override
    public long monotonicMs() {
        return startMs + world.nowMicros() / 1000 * ratePerMillion / MILLION;
    }

    @Override
    public long wallMs() {
        return WALL_START_MS + world.nowMs() + wallJumpMs;
    }

    void jump(long jumpMs) {
        wallJumpMs += jumpMs;
    }
}
