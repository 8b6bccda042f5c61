// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.ErrorCode;

/**
 * The wait between two attempts of a blocking call.
 *
 * @param what the call in words, for messages
 * @param ifInterrupted what can be said of the call when its thread is interrupted
 */
public record Pause(String what, Outcome ifInterrupted) {
    /** Of a call that may have been carried out. */
    public Pause(String what) {
        this(what, Outcome.UNKNOWN);
    }

    /**
     * Waits {@code durationMs}, or until {@code deadlineMs} on {@link MonotonicClock} if that is sooner.
     *
     * @throws TidemarkException when the thread is interrupted; it stays so
     */
    public void between(long durationMs, long deadlineMs) {
        long leftMs = deadlineMs - MonotonicClock.nowMs();
        try {
            Thread.sleep(Math.max(0, Math.min(durationMs, leftMs)));
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** What the call ends with when its thread was interrupted, which the thread stays. */
    public TidemarkException interrupted() {
        Thread.currentThread().interrupt();
        return new TidemarkException(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, what + " was interrupted", ifInterrupted);
    }
}
