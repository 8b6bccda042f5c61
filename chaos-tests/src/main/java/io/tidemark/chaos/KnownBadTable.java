// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.mutation.Mutant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which bad build was found, in which run, by what, and after how long, as Markdown. */
final class KnownBadTable {
    private static final int SHOWN = 4;

    private KnownBadTable() {}

    static String of(List<Mutant> builds, Map<String, List<RunResult>> done) {
        StringBuilder text =
                new StringBuilder("| build | guard | found in run | seconds | seen by |\n|---|---|---|---|---|\n");
        for (Mutant build : builds) {
            List<RunResult> results = done.getOrDefault(build.name(), List.of());
            long tookSeconds = results.stream()
                    .mapToLong(result -> result.counts().tookSeconds())
                    .sum();
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %d | %s |%n",
                    build.name(),
                    build.guard(),
                    isFound(results) ? results.size() : "not in " + results.size(),
                    tookSeconds,
                    isFound(results) ? seenBy(results.get(results.size() - 1)) : "-"));
        }
        return text.toString();
    }

    static boolean isFound(List<RunResult> results) {
        return results.stream().anyMatch(result -> result.word().equals(RunResult.ANOMALIES));
    }

    private static String seenBy(RunResult result) {
        List<String> properties = result.reasons().stream()
                .filter(reason -> !reason.contains(" "))
                .toList();
        String first = String.join(", ", properties.subList(0, Math.min(SHOWN, properties.size())));
        int others = properties.size() - SHOWN;
        return others > 0 ? first + " and " + others + " more" : first;
    }
}
