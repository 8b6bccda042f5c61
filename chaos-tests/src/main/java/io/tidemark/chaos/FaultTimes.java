// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** How long clients waited and clusters took to be whole again, as distributions in Markdown. */
final class FaultTimes {
    private final List<RunResult.Fault> faults;

    FaultTimes(List<RunResult> results) {
        this.faults =
                results.stream().flatMap(result -> result.faults().stream()).toList();
    }

    /** Three tables: pauses of writes, pauses of commits, and recovery. */
    String byKind() {
        SortedMap<FaultKind, List<RunResult.Fault>> kinds = groups(fault -> FaultKind.of(fault.name()));
        return table(
                        "Failover: longest pause of acknowledged writes to the hottest partition, in a fault and within"
                                + " eight seconds after it",
                        "kind of fault",
                        kinds,
                        RunResult.Fault::pauseMs)
                + table(
                        "Failover of groups: longest pause of acknowledged commits in the same time",
                        "kind of fault",
                        kinds,
                        RunResult.Fault::commitPauseMs)
                + table(
                        "Recovery: time from the end of a fault until every replica was in sync again",
                        "kind of fault",
                        kinds,
                        RunResult.Fault::wholeMs);
    }

    /** Two tables: pauses of writes, and recovery. */
    String byFault() {
        SortedMap<String, List<RunResult.Fault>> names = groups(RunResult.Fault::name);
        return table("Longest pause of writes by fault", "fault", names, RunResult.Fault::pauseMs)
                + table("Time to be whole again by fault", "fault", names, RunResult.Fault::wholeMs);
    }

    private <K extends Comparable<K>> SortedMap<K, List<RunResult.Fault>> groups(Function<RunResult.Fault, K> key) {
        SortedMap<K, List<RunResult.Fault>> groups = new TreeMap<>();
        faults.forEach(fault -> groups.computeIfAbsent(key.apply(fault), unused -> new ArrayList<>())
                .add(fault));
        return groups;
    }

    private static <K> String table(
            String title,
            String head,
            SortedMap<K, List<RunResult.Fault>> groups,
            ToLongFunction<RunResult.Fault> timeMs) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%n%s, milliseconds:%n%n| %s | times | %s |%n|---|---|---|---|---|---|%n",
                title,
                head,
                Spread.HEADS));
        groups.forEach((name, faults) -> {
            List<Long> timesMs = faults.stream()
                    .map(timeMs::applyAsLong)
                    .filter(each -> each >= 0)
                    .toList();
            text.append(
                    String.format(Locale.ROOT, "| %s | %d | %s |%n", name, timesMs.size(), Spread.columns(timesMs)));
        });
        return text.toString();
    }
}
