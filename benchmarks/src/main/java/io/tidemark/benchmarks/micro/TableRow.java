// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import org.jspecify.annotations.Nullable;

/**
 * What a page says of one contender. Times in microseconds and bytes are those of one operation; what is beside another is how
 * many times as fast as it, the median of the ratios within each round.
 *
 * @param wallMicros elapsed time
 * @param threadMicros processor time of the measuring thread
 * @param processMicros processor time of all threads; not a number when too little was measured
 * @param besideKafka by elapsed time
 * @param thriftBesideKafka by processor time of the measuring thread
 * @param besideLimit beside what the machine can do, by elapsed time
 * @param apartBesideLimit the same with the checksum's own time taken away from who computes it
 */
record TableRow(
        String name,
        double wallMicros,
        double threadMicros,
        double processMicros,
        double allocatedBytes,
        double besideKafka,
        double thriftBesideKafka,
        double besideLimit,
        double apartBesideLimit) {
    /** @param checksum the checksum alone, when it was measured */
    static TableRow of(Measured own, Rounds rounds, Measured kafka, Measured limit, @Nullable Measured checksum) {
        return new TableRow(
                own.name(),
                rounds.median(own::wallMicros),
                rounds.median(own::threadMicros),
                own.processMicros(rounds),
                rounds.median(own::allocatedBytes),
                rounds.median(round -> kafka.wallMicros(round) / own.wallMicros(round)),
                rounds.median(round -> kafka.threadMicros(round) / own.threadMicros(round)),
                rounds.median(round -> limit.wallMicros(round) / own.wallMicros(round)),
                rounds.median(round -> limit.wallMicros(round) / apart(own, checksum, round)));
    }

    private static double apart(Measured own, @Nullable Measured checksum, int round) {
        double wallMicros = own.wallMicros(round);
        return checksum == null || !own.checks() ? wallMicros : wallMicros - checksum.wallMicros(round);
    }
}
