// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import io.tidemark.engine.log.PartitionLog;
import java.io.IOException;

/** What mutants do that leaving something out does not show. Called from rewritten code. */
public final class Sabotage {
    private Sabotage() {}

    /** Cuts a log that was just recovered to the high watermark that is remembered of it, as Kafka did before KIP-101. */
    public static void cutToHint(PartitionLog log, long highWatermarkHint) throws IOException {
        long endOffset = Math.max(highWatermarkHint, log.logStartOffset());
        if (endOffset < log.logEndOffset() && !log.epochs().isEmpty()) {
            int lastEpoch = log.epochs().get(log.epochs().size() - 1).leaderEpoch();
            log.truncateTo(endOffset, lastEpoch);
        }
    }

    /** Lets a log that was trimmed to its end begin at 0 again. */
    public static void forgetEmptiedEnd(PartitionLog log, long highWatermarkHint) throws IOException {
        if (log.logStartOffset() == log.logEndOffset() && log.logEndOffset() > 0 && highWatermarkHint >= 0) {
            log.restartAt(0, null);
        }
    }
}
