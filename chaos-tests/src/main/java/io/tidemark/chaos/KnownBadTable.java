// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.mutation.Mutant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which bad build was found, in which run, by what, and after how long, as Markdown. Only what is seen from outside counts. */
final class KnownBadTable {
    private static final int SHOWN = 4;

    private KnownBadTable() {}

    /** @param done results of each build that was hunted, in the order of its runs; of others none */
    static String of(List<Mutant> builds, Map<String, List<RunResult>> done) {
        StringBuilder text =
                new StringBuilder("| build | guard | found in run | seconds | seen by |\n|---|---|---|---|---|\n");
        for (Mutant build : builds) {
            List<RunResult> results = done.get(build.name());
            text.append("| ").append(build.name()).append(" | ").append(build.guard());
            text.append(results == null ? " | left out | - | -" : outcome(results))
                    .append(" |\n");
        }
        return text.toString();
    }

    static boolean isFound(List<RunResult> results) {
        return results.stream().anyMatch(KnownBadTable::shows);
    }

    /** Whether the run shows from outside that its build is bad. */
    static boolean shows(RunResult result) {
        return !ExternalEvidence.of(result).isEmpty();
    }

    private static String outcome(List<RunResult> results) {
        long tookSeconds = 0;
        int run = 0;
        for (RunResult result : results) {
            run++;
            tookSeconds += result.counts().tookSeconds();
            if (shows(result)) {
                return String.format(
                        Locale.ROOT, " | %d | %d | %s", run, tookSeconds, words(ExternalEvidence.of(result)));
            }
        }
        return String.format(Locale.ROOT, " | not in %d | %d | -", run, tookSeconds);
    }

    private static String words(List<String> properties) {
        String first = String.join(", ", properties.subList(0, Math.min(SHOWN, properties.size())));
        int others = properties.size() - SHOWN;
        return others > 0 ? first + " and " + others + " more" : first;
    }
}
