// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

/**
 * How a controller does its duties. All times in milliseconds.
 *
 * @param leaseMs length of a broker's lease
 * @param probeIntervalMs pause between two probes of a broker whose connection broke
 * @param resubmitMs pause before a command is submitted again whose effect does not show
 * @param shutdownWaitMaxMs longest wait of a broker that leaves for the others to see it go
 * @param rebalanceIntervalMs pause between two moves of leadership to preferred replicas
 * @param rebalanceThreshold share of a broker's preferred partitions, 0 to 1, that others must lead before it gets them
 * @param rebalanceMaxPartitions most partitions moved at once
 * @param proactiveWaitMs how long a partition that lost every eligible replica waits for reports where its topic says so
 */
public record DutyConfig(
        int leaseMs,
        int probeIntervalMs,
        int resubmitMs,
        int shutdownWaitMaxMs,
        int rebalanceIntervalMs,
        double rebalanceThreshold,
        int rebalanceMaxPartitions,
        int proactiveWaitMs) {

    /** The defaults, with a lease of this length. */
    public static DutyConfig withLease(int leaseMs) {
        return new DutyConfig(leaseMs, 100, 500, 5_000, 30_000, 0.1, 50, 5_000);
    }
}
