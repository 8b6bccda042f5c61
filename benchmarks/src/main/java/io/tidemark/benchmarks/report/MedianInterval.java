// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.Arrays;
import java.util.List;

/**
 * A median with its sign-test interval: between two order statistics, so that nothing is assumed of the distribution. With
 * few values the interval is the whole range and its confidence below the wanted one; it is stated beside it.
 *
 * @param median middle value; the mean of the middle two of an even count
 * @param low lower end
 * @param high upper end
 * @param confidence probability that such an interval covers the true median, 0 to 1
 * @param count number of values
 */
public record MedianInterval(double median, double low, double high, double confidence, int count) {
    private static final double WANTED = 0.95;

    /**
     * Of some values.
     *
     * @throws IllegalArgumentException when there are none
     */
    public static MedianInterval of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values have no median");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int trimmed = trimmed(sorted.length);
        return new MedianInterval(
                median(sorted),
                sorted[trimmed],
                sorted[sorted.length - 1 - trimmed],
                confidence(sorted.length, trimmed),
                sorted.length);
    }

    /** Of the ratios of paired values: each of {@code numerators} to its partner. */
    public static MedianInterval ofRatios(List<Double> numerators, List<Double> denominators) {
        if (numerators.size() != denominators.size()) {
            throw new IllegalArgumentException("values without partner");
        }
        Double[] ratios = new Double[numerators.size()];
        Arrays.setAll(ratios, i -> numerators.get(i) / denominators.get(i));
        return of(List.of(ratios));
    }

    /** The middle of sorted values, of which there is at least one; the mean of the middle two of an even count. */
    public static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** How many values may be left out at each end. */
    private static int trimmed(int count) {
        int trimmed = 0;
        while (2 * (trimmed + 1) < count && confidence(count, trimmed + 1) >= WANTED) {
            trimmed++;
        }
        return trimmed;
    }

    /** 1 − 2·P(at most {@code trimmed} of {@code count} fair coins show heads); 0 for a single value. */
    static double confidence(int count, int trimmed) {
        double term = Math.pow(0.5, count);
        double tail = 0;
        for (int heads = 0; heads <= trimmed; heads++) {
            tail += term;
            term = term * (count - heads) / (heads + 1);
        }
        return Math.max(0, 1 - 2 * tail);
    }
}
