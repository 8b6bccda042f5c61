// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/**
 * A fault that was done to the cluster.
 *
 * @param fault name of the nemesis
 * @param targets what it was done to
 * @param startNanos when it began, on the history's clock
 * @param endNanos when it was undone
 * @param wholeNanos when all replicas were in sync again; -1 for never
 * @param isProven whether it was seen to take effect
 * @param evidence what was seen
 * @param lostDisks number of disks that may have lost what was not forced to them
 */
public record FaultRecord(
        String fault,
        String targets,
        long startNanos,
        long endNanos,
        long wholeNanos,
        boolean isProven,
        String evidence,
        int lostDisks) {}
