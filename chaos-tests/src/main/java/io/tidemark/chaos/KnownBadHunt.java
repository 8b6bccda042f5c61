// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Runs of one build, one after the other, until one of them ends the hunt. Every result is kept as soon as it is there; those
 * of the same commit, seed and length are not done again, so that a hunt that was interrupted goes on where it was.
 *
 * @param results where results are kept
 * @param commit commit of the sources
 * @param firstSeed seed of the first run; the next ones count on
 * @param runs most runs
 * @param seconds length of each run's load
 */
record KnownBadHunt(ResultsFile results, String commit, long firstSeed, int runs, int seconds) {
    /** Does one run. */
    interface Runner {
        RunResult run(String build, long seed) throws IOException, InterruptedException;
    }

    /**
     * Hunts.
     *
     * @param counts which results of earlier sittings need not be done again
     * @param ends which result ends the hunt
     * @return results in order of their seeds, the last one that of the run that ended it if any did
     */
    List<RunResult> hunt(String build, Predicate<RunResult> counts, Predicate<RunResult> ends, Runner runner)
            throws IOException, InterruptedException {
        List<RunResult> done = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
            RunResult result = kept(build, seed, counts).orElse(null);
            if (result == null) {
                result = runner.run(build, seed);
                results.add(result);
            }
            done.add(result);
            if (ends.test(result)) {
                break;
            }
        }
        return done;
    }

    private Optional<RunResult> kept(String build, long seed, Predicate<RunResult> counts) throws IOException {
        return results.read().stream()
                .filter(result -> result.isOf(commit, build, seed, seconds))
                .filter(counts)
                .findFirst();
    }
}
