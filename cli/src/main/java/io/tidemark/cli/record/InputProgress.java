// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.cli.terminal.Terminal;
import java.util.Locale;

/**
 * Shows a person how far a long input is: a bar, the rate, the time left. The input counts as far as it was read and handed
 * to the producer, which holds at most its buffer. Not thread-safe.
 */
final class InputProgress {
    private static final long NANOS_PER_S = 1_000_000_000L;
    /** A short input shows nothing. */
    private static final long FIRST_NANOS = NANOS_PER_S / 2;

    private static final long STEP_NANOS = NANOS_PER_S / 10;
    private static final int BAR_WIDTH = 30;

    private final Terminal terminal;
    private final long totalBytes;
    private final long startNanos;
    private long nextNanos;

    /**
     * Begins now.
     *
     * @param totalBytes size of the input; 0 when it is not known, and then nothing is ever shown
     */
    InputProgress(Terminal terminal, long totalBytes, long nowNanos) {
        this.terminal = terminal;
        this.totalBytes = totalBytes;
        this.startNanos = nowNanos;
        this.nextNanos = nowNanos + FIRST_NANOS;
    }

    /** Shows how far it is, if it is time to. */
    void show(long readBytes, long acknowledged, long nowNanos) {
        if (totalBytes > 0 && nowNanos - nextNanos >= 0) {
            nextNanos = nowNanos + STEP_NANOS;
            terminal.progress(line(readBytes, acknowledged, nowNanos - startNanos));
        }
    }

    private String line(long readBytes, long acknowledged, long elapsedNanos) {
        double share = Math.min(1.0, (double) readBytes / totalBytes);
        int filled = (int) Math.round(share * BAR_WIDTH);
        double perSecond = readBytes * (double) NANOS_PER_S / Math.max(1, elapsedNanos);
        long secondsLeft = perSecond <= 0 ? -1 : Math.round((totalBytes - readBytes) / perSecond);
        return String.format(
                Locale.ROOT,
                "[%s%s] %3d %%  %.1f of %.1f MB  %.1f MB/s  %s left  %d acknowledged",
                "#".repeat(filled),
                ".".repeat(BAR_WIDTH - filled),
                (int) (share * 100),
                readBytes / 1e6,
                totalBytes / 1e6,
                perSecond / 1e6,
                secondsLeft < 0 ? "?" : secondsLeft + " s",
                acknowledged);
    }
}
