// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * What recovery found in the log, folded into the core's values. The core takes ownership.
 *
 * @param logStartOffset first offset
 * @param logEndOffset offset after the last record; at least {@code logStartOffset}
 * @param flushedEndOffset end of what is on disk for certain
 * @param highWatermarkHint last remembered high watermark; only a hint (guard G15)
 * @param epochs epoch history
 * @param producers producer states
 */
public record RecoveredLog(
        long logStartOffset,
        long logEndOffset,
        long flushedEndOffset,
        long highWatermarkHint,
        EpochHistory epochs,
        ProducerStates producers) {
    /** Checks that the offsets are in order. */
    public RecoveredLog {
        if (logStartOffset > logEndOffset) {
            throw new IllegalArgumentException("log start " + logStartOffset + " above log end " + logEndOffset);
        }
    }
}
