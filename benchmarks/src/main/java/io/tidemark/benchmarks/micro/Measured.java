// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What one contender took, turn by turn. */
final class Measured {
    /** A hundred ticks of the clock of the process. */
    private static final double TICKS_MICROS = 1e6;

    private static final Turn NONE = new Turn(1, 0, 0, 0, 0);

    private final Contender contender;
    private final List<Turn> turns;

    Measured(Contender contender, int rounds) {
        this.contender = contender;
        this.turns = new ArrayList<>(Collections.nCopies(rounds, NONE));
    }

    void put(int round, Turn turn) {
        turns.set(round, turn);
    }

    String name() {
        return contender.name();
    }

    /** Whether it computes the checksum of the batch on its way. */
    boolean checks() {
        return contender.checks();
    }

    int rounds() {
        return turns.size();
    }

    /** Elapsed time of one operation in a round, microseconds. */
    double wallMicros(int round) {
        return turns.get(round).wallMicros() / turns.get(round).operations();
    }

    /** Processor time of one operation on its thread in a round, microseconds. */
    double threadMicros(int round) {
        return turns.get(round).threadMicros() / turns.get(round).operations();
    }

    /** Bytes that one operation allocates on its thread in a round. */
    double allocatedBytes(int round) {
        return turns.get(round).allocatedBytes() / turns.get(round).operations();
    }

    /**
     * Processor time of one operation on all threads, microseconds: the mean over the rounds, for the clock of the process ticks
     * too slowly for a median of single turns. Not a number when all of them together are too short for it.
     */
    double processMicros(Rounds rounds) {
        if (rounds.sum(round -> turns.get(round).wallMicros()) < TICKS_MICROS) {
            return Double.NaN;
        }
        return rounds.sum(round -> turns.get(round).processMicros())
                / rounds.sum(round -> (double) turns.get(round).operations());
    }
}
