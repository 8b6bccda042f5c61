// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.Arrays;

/** What one contender took for one operation, round by round. */
final class Measured {
    private final String name;
    private final double[] wallMicros;
    private final double[] cpuMicros;
    private final double[] allocatedBytes;

    Measured(String name, int rounds) {
        this.name = name;
        this.wallMicros = new double[rounds];
        this.cpuMicros = new double[rounds];
        this.allocatedBytes = new double[rounds];
    }

    /** Notes a round: elapsed and processor time, microseconds, and bytes allocated, for one operation each. */
    void put(int round, double wall, double cpu, double allocated) {
        wallMicros[round] = wall;
        cpuMicros[round] = cpu;
        allocatedBytes[round] = allocated;
    }

    String name() {
        return name;
    }

    /** Elapsed time of one operation, microseconds. */
    double wallMicros() {
        return median(wallMicros);
    }

    /** Processor time of one operation on its thread, microseconds. */
    double cpuMicros() {
        return median(cpuMicros);
    }

    /** Bytes that one operation allocates on its thread. */
    double allocatedBytes() {
        return median(allocatedBytes);
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

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
