// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one run of one scenario against one system measured.
 *
 * @param system name of the system
 * @param scenario name of the scenario
 * @param pair which repetition this is, from 1; runs of the same pair are compared with each other
 * @param metrics values by metric name, whose end is the unit
 * @param settings what the run did, for the reader
 * @param curves latency distributions by metric name; empty for none
 */
public record RunResult(
        String system,
        String scenario,
        int pair,
        SortedMap<String, Double> metrics,
        SortedMap<String, String> settings,
        SortedMap<String, List<CurvePoint>> curves) {

    /** Copies the maps. */
    public RunResult {
        metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        curves = Collections.unmodifiableSortedMap(new TreeMap<>(curves));
    }

    /**
     * A point of a latency distribution.
     *
     * @param quantile share of the operations that took no longer, 0 to 1
     * @param micros latency in microseconds
     */
    public record CurvePoint(double quantile, double micros) {}
}
