// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import io.tidemark.benchmarks.report.RunResult.CurvePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies of operations that were due within a window, in microseconds with three digits. Thread-safe. An operation that
 * never ended is counted as having taken until {@link #giveUp}.
 */
final class LatencyRecord {
    private static final long MAX_MICROS = 600_000_000;
    private static final int DIGITS = 3;
    private static final int POINTS_PER_HALF = 4;

    private final long fromNanos;
    private final long toNanos;
    private final Histogram micros = new ConcurrentHistogram(MAX_MICROS, DIGITS);

    /** Of operations due from {@code fromNanos} on and before {@code toNanos}. */
    LatencyRecord(long fromNanos, long toNanos) {
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /** An operation ended. */
    void ended(long dueNanos, long endNanos) {
        if (dueNanos - fromNanos >= 0 && dueNanos - toNanos < 0) {
            long elapsed = Math.max(0, (endNanos - dueNanos) / 1_000);
            micros.recordValue(Math.min(MAX_MICROS, elapsed));
        }
    }

    /** Counts operations due in the window that have not ended: at least so long did each of them take. */
    void giveUp(IntendedTimes times, long nowNanos) {
        long first = times.dueBy(fromNanos - 1);
        long end = times.dueBy(toNanos - 1);
        long missing = end - first - micros.getTotalCount();
        for (long i = 0; i < missing; i++) {
            ended(times.dueNanos(end - 1 - i), nowNanos);
        }
    }

    long count() {
        return micros.getTotalCount();
    }

    double quantileMicros(double quantile) {
        return micros.getValueAtPercentile(quantile * 100);
    }

    /** Adds the usual quantiles under names that begin with a prefix. */
    void report(String prefix, SortedMap<String, Double> metrics) {
        metrics.put(prefix + "P50Micros", quantileMicros(0.5));
        metrics.put(prefix + "P90Micros", quantileMicros(0.9));
        metrics.put(prefix + "P99Micros", quantileMicros(0.99));
        metrics.put(prefix + "P999Micros", quantileMicros(0.999));
        metrics.put(prefix + "MaxMicros", (double) micros.getMaxValue());
        metrics.put(prefix + "Count", (double) micros.getTotalCount());
    }

    /** The distribution for a plot. */
    List<CurvePoint> curve() {
        List<CurvePoint> points = new ArrayList<>();
        for (HistogramIterationValue value : micros.percentiles(POINTS_PER_HALF)) {
            points.add(new CurvePoint(value.getPercentileLevelIteratedTo() / 100, value.getValueIteratedTo()));
        }
        return points;
    }
}
