// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/**
 * Under what a run went.
 *
 * @param loadEndNanos when clients were told to end, on the history's clock
 * @param stalls how the machine kept the harness itself from running on time; empty when it did not
 */
public record Conditions(long loadEndNanos, String stalls) {
    /** A machine that kept nobody, and a load of which nobody knows when it ended. */
    public static final Conditions GOOD = new Conditions(0, "");
}
