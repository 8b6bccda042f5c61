// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import net.openhft.chronicle.core.time.TimeProvider;

/** The queue's clock: its second is the segment number, and it only goes forward. */
final class SegmentClock implements TimeProvider {
    private static final long SECOND_MS = 1000;

    private volatile int segmentNumber;

    SegmentClock(int segmentNumber) {
        this.segmentNumber = segmentNumber;
    }

    /** Moves on to a segment; a clock that goes back would write into a closed one. */
    void advanceTo(int number) {
        if (number < segmentNumber) {
            throw new IllegalStateException("segment " + number + " after segment " + segmentNumber);
        }
        segmentNumber = number;
    }

    @Override
    public long currentTimeMillis() {
        return segmentNumber * SECOND_MS;
    }
}
