// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each fault of each row was done and seen to take effect, in runs that say something of the product. A fault that
 * never was is told in so many words: in a table of times alone it would just be missing.
 */
final class Strikes {
    private final SortedMap<String, SortedMap<String, Long>> rows = new TreeMap<>();
    private final List<String> none = new ArrayList<>();
    private final List<String> unsuited = new ArrayList<>();

    Strikes(List<RunResult> results) {
        for (RunResult result : results) {
            SortedMap<String, Long> row = rows.computeIfAbsent(result.row(), unused -> new TreeMap<>());
            for (String name : result.choice().suiting()) {
                row.merge(name, result.isConclusive() ? result.strikes(name) : 0, Long::sum);
            }
            for (String name : result.choice().unsuited()) {
                String told = name + " (" + result.row() + ")";
                if (!unsuited.contains(told)) {
                    unsuited.add(told);
                }
            }
        }
        rows.forEach((row, names) -> names.forEach((name, count) -> {
            if (count == 0) {
                none.add(name + " (" + row + ")");
            }
        }));
    }

    String table() {
        StringBuilder text = new StringBuilder("\nStrikes seen to take effect, in runs that prove something:\n\n")
                .append("| row | strikes of each of its faults |\n|---|---|\n");
        rows.forEach((row, names) ->
                text.append(String.format(Locale.ROOT, "| %s | %s |%n", row, names.isEmpty() ? "-" : words(names))));
        text.append("\nNot struck with an effect that was seen: ").append(list(none));
        text.append("\nNot suited to the cluster of their row: ").append(list(unsuited));
        return text.toString();
    }

    private static String words(Map<String, Long> names) {
        return String.join(
                ", ",
                names.entrySet().stream()
                        .map(strikes -> strikes.getKey() + " " + strikes.getValue())
                        .toList());
    }

    private static String list(List<String> names) {
        return (names.isEmpty() ? "none" : String.join(", ", names)) + ".\n";
    }
}
