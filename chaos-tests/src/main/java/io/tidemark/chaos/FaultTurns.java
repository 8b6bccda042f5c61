// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemesis;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Which fault comes next: first the planned ones, then any, as long as there is time. One thread. */
final class FaultTurns {
    /** A busy machine makes recoveries longer than planned; one that is slower still shall end and be done again. */
    private static final Duration LEAST_OVERTIME = Duration.ofMinutes(1);

    private final PlannedFaults faults;
    private final Duration load;
    private final Random random;
    private final Deque<Nemesis> planned;
    private final Deque<Nemesis> further = new ArrayDeque<>();

    FaultTurns(PlannedFaults faults, Duration load, Random random) {
        this.faults = faults;
        this.load = load;
        this.random = random;
        this.planned = new ArrayDeque<>(faults.planned());
    }

    /**
     * The next fault; empty when the run is to end.
     *
     * @param elapsed since faults began
     */
    Optional<Nemesis> next(Duration elapsed) {
        if (!planned.isEmpty()) {
            return elapsed.compareTo(latest()) < 0 ? Optional.of(planned.remove()) : Optional.empty();
        }
        if (elapsed.compareTo(load) >= 0) {
            return Optional.empty();
        }
        if (further.isEmpty()) {
            List<Nemesis> round = new ArrayList<>(faults.suiting());
            Collections.shuffle(round, random);
            further.addAll(round);
        }
        return Optional.ofNullable(further.poll());
    }

    /** When no planned fault is begun any more. */
    private Duration latest() {
        return load.plus(load.compareTo(LEAST_OVERTIME) > 0 ? load : LEAST_OVERTIME);
    }
}
