// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.runtime.CleanShutdownFile;
import io.tidemark.engine.runtime.HintFile;
import io.tidemark.engine.runtime.StopReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What outlives a broker's process: its disk, its small files, its clocks; and the process that runs now. */
final class Machine {
    private static final StopReport NOTHING_UNTOLD = new StopReport(-1, false, List.of());

    private final Stage stage;
    private final int node;
    private final UUID directoryId;
    private final SimDisk disk;
    private final SimClock clock;
    private final Prng prng;
    private long bootId = 1;
    private long bootIdInFile = -1;
    private CleanShutdownFile.@Nullable Content clean;
    private String hints = "";
    private StopReport untold = NOTHING_UNTOLD;
    private @Nullable SimBroker broker;
    private boolean powered = true;
    private boolean startPlanned;
    private @Nullable Runnable onStopped;
    private int starts;

    Machine(Stage stage, int node) {
        this.stage = stage;
        this.node = node;
        this.prng = stage.world().prng().fork("machine" + node);
        this.directoryId = prng.uuid();
        this.clock = new SimClock(stage.world(), prng.between(0, 1L << 40), 1_000_000 + prng.between(-30_000, 30_000));
        this.disk = new SimDisk(stage.world(), prng.fork("disk"), clock);
    }

    int node() {
        return node;
    }

    Prng prng() {
        return prng;
    }

    SimDisk disk() {
        return disk;
    }

    SimClock clock() {
        return clock;
    }

    UUID directoryId() {
        return directoryId;
    }

    @Nullable
    SimBroker broker() {
        SimBroker current = broker;
        return current != null && current.isAlive() ? current : null;
    }

    boolean isPowered() {
        return powered;
    }

    /** Starts a process unless one runs. */
    void start() {
        startPlanned = false;
        if (broker() != null) {
            return;
        }
        powered = true;
        starts++;
        stage.world().say("broker " + node + " starts, life " + starts);
        SimBroker next = new SimBroker(stage, this);
        broker = next;
        stage.network().setProcess(node, next);
        next.begin();
    }

    void startAfter(long delayMs) {
        if (!startPlanned) {
            startPlanned = true;
            stage.world().after(delayMs * 1000, null, World.FAULT, this::start);
        }
    }

    /** Takes the clean-shutdown file away and reads it. */
    CleanShutdownFile.@Nullable Content takeClean() {
        CleanShutdownFile.Content found = clean;
        forgetClean();
        return found;
    }

    /** Guard G34, as the file that is simulated here has it. */
    private void forgetClean() {
        clean = null;
    }

    void writeClean(CleanShutdownFile.Content content) {
        clean = content;
    }

    boolean isSameBootAsLastRegistered() {
        return bootIdInFile == bootId;
    }

    /** What this start found, and what earlier ones found and could not tell. */
    StopReport extendUntold(StopReport found) {
        StopReport whole = found.with(untold);
        untold = whole;
        return whole;
    }

    void registered() {
        untold = NOTHING_UNTOLD;
        bootIdInFile = bootId;
    }

    HintFile hintFile() {
        return new HintFile() {
            @Override
            public String read() {
                return hints;
            }

            @Override
            public void write(String text) {
                hints = text;
            }
        };
    }

    /** Does something once when the process that runs now has ended, however it ends. */
    void whenStopped(Runnable action) {
        onStopped = action;
    }

    /** The process is gone, with or without the power of the machine. */
    void crash(boolean powerLoss, long downMs) {
        SimBroker current = broker();
        if (current != null) {
            stage.world().say("broker " + node + (powerLoss ? " loses power" : " is killed"));
            end(current, powerLoss);
        } else if (powerLoss) {
            losePower();
            loseUnforced(true);
        }
        startAfter(downMs);
    }

    /** The process ends by itself, in no good order. */
    void end(SimBroker current, boolean powerLoss) {
        if (!current.isAlive()) {
            return;
        }
        current.die();
        stage.oracle().forget(node);
        if (powerLoss) {
            losePower();
        }
        loseUnforced(powerLoss);
        stage.network().onDeath(node, !powerLoss);
        Runnable stopped = onStopped;
        onStopped = null;
        if (stopped != null) {
            stopped.run();
        }
    }

    private void losePower() {
        bootId++;
        powered = false;
    }

    private void loseUnforced(boolean powerLoss) {
        try {
            disk.crash(powerLoss);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
