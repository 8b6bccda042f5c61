// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.benchmarks.report.MedianInterval;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Those rounds of a table that count: the ones in which a gauge, the same work in each, took about as long as it mostly does. */
final class Rounds {
    /** How many times its median the gauge may take. */
    static final double DISTURBED = 1.5;

    private final int all;
    private final int[] kept;

    private Rounds(int all, int[] kept) {
        this.all = all;
        this.kept = kept;
    }

    /**
     * The undisturbed ones of so many; at least half of them.
     *
     * @param gauge what the gauge took, by round
     */
    static Rounds undisturbed(int count, IntToDoubleFunction gauge) {
        int[] every = IntStream.range(0, count).toArray();
        double bound = DISTURBED * new Rounds(count, every).median(gauge);
        return new Rounds(
                count,
                Arrays.stream(every)
                        .filter(round -> gauge.applyAsDouble(round) <= bound)
                        .toArray());
    }

    /** How many were measured. */
    int all() {
        return all;
    }

    /** How many are left out. */
    int disturbed() {
        return all - kept.length;
    }

    /** Middle of the values of the rounds that count; the mean of the middle two of an even count. */
    double median(IntToDoubleFunction value) {
        return MedianInterval.median(
                Arrays.stream(kept).mapToDouble(value).sorted().toArray());
    }

    /** Sum over the rounds that count. */
    double sum(IntToDoubleFunction value) {
        return Arrays.stream(kept).mapToDouble(value).sum();
    }
}
