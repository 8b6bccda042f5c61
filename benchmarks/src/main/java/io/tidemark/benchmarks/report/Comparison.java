// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Results set side by side: for each scenario and metric both medians and the ratio within pairs. */
public final class Comparison {
    /** The system whose numbers are compared with the others'. */
    public static final String OWN = "tidemark";

    private final List<RunResult> results;

    /** Of these results. */
    public Comparison(List<RunResult> results) {
        this.results = List.copyOf(results);
    }

    /**
     * A metric of both systems.
     *
     * @param scenario scenario name
     * @param metric metric name
     * @param peer the other system
     * @param own own median and its interval
     * @param other the peer's
     * @param ratio own to the peer's, within pairs
     * @param goal what the ratio should be
     */
    public record Row(
            String scenario,
            String metric,
            String peer,
            MedianInterval own,
            MedianInterval other,
            MedianInterval ratio,
            Optional<Goal> goal) {}

    /** Scenarios in the order in which they first ran. */
    public List<String> scenarios() {
        return results.stream().map(RunResult::scenario).distinct().toList();
    }

    /** Peers in order of name. */
    public SortedSet<String> peers() {
        SortedSet<String> peers = new TreeSet<>();
        results.forEach(result -> peers.add(result.system()));
        peers.remove(OWN);
        return peers;
    }

    /** Every row that has at least one whole pair with usable values. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String scenario : scenarios()) {
            for (String metric : metrics(scenario)) {
                for (String peer : peers()) {
                    row(scenario, metric, peer).ifPresent(rows::add);
                }
            }
        }
        return rows;
    }

    /** Values of one system's metric by pair; the last run of a pair counts. */
    private SortedMap<Integer, Double> values(String system, String scenario, String metric) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        for (RunResult result : results) {
            Double value = result.metrics().get(metric);
            if (value != null
                    && result.system().equals(system)
                    && result.scenario().equals(scenario)) {
                values.put(result.pair(), value);
            }
        }
        return values;
    }

    /** Results of one scenario. */
    public List<RunResult> of(String scenario) {
        return results.stream()
                .filter(result -> result.scenario().equals(scenario))
                .toList();
    }

    private SortedSet<String> metrics(String scenario) {
        SortedSet<String> metrics = new TreeSet<>();
        of(scenario).forEach(result -> metrics.addAll(result.metrics().keySet()));
        return metrics;
    }

    private Optional<Row> row(String scenario, String metric, String peer) {
        SortedMap<Integer, Double> own = values(OWN, scenario, metric);
        SortedMap<Integer, Double> other = values(peer, scenario, metric);
        List<Double> numerators = new ArrayList<>();
        List<Double> denominators = new ArrayList<>();
        own.forEach((pair, value) -> {
            Double partner = other.get(pair);
            if (partner != null && partner > 0) {
                numerators.add(value);
                denominators.add(partner);
            }
        });
        if (numerators.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Row(
                scenario,
                metric,
                peer,
                MedianInterval.of(List.copyOf(own.values())),
                MedianInterval.of(List.copyOf(other.values())),
                MedianInterval.ofRatios(numerators, denominators),
                Goal.of(scenario, metric, peer)));
    }
}
