// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.soak;

import java.util.List;

/**
 * What was seen of a cluster under load.
 *
 * @param acknowledged records that were acknowledged by all in-sync replicas
 * @param failed records that were not
 * @param largestGapMs longest time without an acknowledgement while records were sent, in milliseconds
 * @param fencings brokers that were fenced or registered again, though none was stopped
 * @param elections elections of the quorum's leader, by its term
 * @param electionsMax elections that may be
 */
record SoakFigures(long acknowledged, long failed, long largestGapMs, long fencings, long elections, int electionsMax) {
    /** Whether the bounds held. */
    boolean hold() {
        return acknowledged > 0 && failed == 0 && fencings == 0 && elections <= electionsMax;
    }

    /** The figures, one a line, and what they come to. */
    List<String> lines() {
        return List.of(
                "acknowledged records: " + acknowledged,
                "produce errors: " + failed + " (bound 0)",
                "longest time without an acknowledgement: " + largestGapMs + " ms",
                "false fencings: " + fencings + " (bound 0)",
                "spurious elections of the quorum's leader: " + elections + " (bound " + electionsMax + ")",
                hold() ? "the bounds hold" : "A BOUND IS BROKEN");
    }
}
