// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

/** Pauses before retries: each twice as long as the one before. */
final class Backoff {
    private final int firstMs;
    private final int maxMs;
    private int failures;
    private long untilMs = Long.MIN_VALUE;

    Backoff(int firstMs, int maxMs) {
        this.firstMs = firstMs;
        this.maxMs = maxMs;
    }

    void onFailure(long nowMs) {
        if (untilMs > nowMs) {
            return; // Batches of one pipeline fail together.
        }
        int doublings = Math.min(failures++, 20);
        untilMs = nowMs + (int) Math.min(maxMs, (long) firstMs << doublings);
    }

    void reset() {
        failures = 0;
        untilMs = Long.MIN_VALUE;
    }

    boolean isOver(long nowMs) {
        return nowMs >= untilMs;
    }

    long untilMs() {
        return untilMs;
    }
}
