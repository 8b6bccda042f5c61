// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import java.util.concurrent.atomic.AtomicLong;

/** A bound on bytes that are under way in the whole node. Thread-safe. */
final class ByteBudget {
    private final long limitBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    ByteBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** False when it would pass the limit: nothing was taken. */
    boolean take(int sizeBytes) {
        if (takenBytes.addAndGet(sizeBytes) > limitBytes) {
            takenBytes.addAndGet(-sizeBytes);
            return false;
        }
        return true;
    }

    void giveBack(int sizeBytes) {
        takenBytes.addAndGet(-sizeBytes);
    }
}
