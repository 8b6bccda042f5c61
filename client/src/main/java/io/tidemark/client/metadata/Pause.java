// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.ErrorCode;

/** The wait between two attempts of a blocking call. */
public final class Pause {
    private Pause() {}

    /**
     * Waits {@code durationMs}, or until {@code deadlineMs} on {@link MonotonicClock} if that is sooner.
     *
     * @param what the call in words, for messages
     * @throws TidemarkException when the thread is interrupted; it stays so
     */
    public static void between(String what, long durationMs, long deadlineMs) {
        long leftMs = deadlineMs - MonotonicClock.nowMs();
        try {
            Thread.sleep(Math.max(0, Math.min(durationMs, leftMs)));
        } catch (InterruptedException e) {
            throw interrupted(what);
        }
    }

    /** What a call ends with whose thread was interrupted: nobody can say what became of it. The thread stays interrupted. */
    public static TidemarkException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new TidemarkException(
                ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, what + " was interrupted", Outcome.UNKNOWN);
    }
}
