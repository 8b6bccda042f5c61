// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.Arrays;

/**
 * What one contender took in each round.
 *
 * @param wallMicros elapsed time of one operation by round, microseconds
 * @param cpuMicros processor time of one operation on its thread by round, microseconds
 * @param allocatedBytes bytes allocated on its thread for one operation by round
 */
record Measured(String name, double[] wallMicros, double[] cpuMicros, double[] allocatedBytes) {
    /** The middle of the values. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** How many times as fast as another by elapsed time: median over the rounds. */
    double speedBeside(Measured other) {
        return ratio(other.wallMicros, wallMicros);
    }

    /** How many times less processor time than another: median over the rounds. */
    double thriftBeside(Measured other) {
        return ratio(other.cpuMicros, cpuMicros);
    }

    private static double ratio(double[] over, double[] under) {
        double[] ratios = new double[over.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = over[i] / under[i];
        }
        return median(ratios);
    }
}
