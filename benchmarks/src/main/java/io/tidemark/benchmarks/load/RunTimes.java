// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.time.Duration;

/**
 * How long runs take.
 *
 * @param idle how long a fresh cluster is watched doing nothing
 * @param visitWarmUp load on a fresh cluster before the first scenario, for the compilers of its nodes to be done
 * @param warmUp before anything counts, in each scenario
 * @param measured what counts
 * @param growthMb how much the growth scenario writes, in 10^6 bytes of values
 * @param catchUpMb how much the catch-up scenarios read, in 10^6 bytes of values
 */
public record RunTimes(
        Duration idle, Duration visitWarmUp, Duration warmUp, Duration measured, long growthMb, long catchUpMb) {
    /** Time within which the cluster must do what it is told. */
    public static final Duration LIMIT = Duration.ofMinutes(2);
}
