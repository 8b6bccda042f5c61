// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.rollcycles.RollCycleArithmetic;

/** Makes the queue's roll cycle our segment number: one cycle per second of {@link SegmentClock}. */
final class SegmentCycle implements RollCycle {
    static final int INDEX_COUNT = 1024;

    private static final int INDEX_SPACING = 64;
    private static final int CYCLE_MS = 1000;

    private final RollCycleArithmetic arithmetic = RollCycleArithmetic.of(INDEX_COUNT, INDEX_SPACING);

    @Override
    public String format() {
        return "yyyyMMdd-HHmmss'P'";
    }

    @Override
    public int lengthInMillis() {
        return CYCLE_MS;
    }

    @Override
    public int defaultIndexCount() {
        return arithmetic.indexCount();
    }

    @Override
    public int defaultIndexSpacing() {
        return arithmetic.indexSpacing();
    }

    @Override
    public long toIndex(int cycle, long sequenceNumber) {
        return arithmetic.toIndex(cycle, sequenceNumber);
    }

    @Override
    public long toSequenceNumber(long index) {
        return arithmetic.toSequenceNumber(index);
    }

    @Override
    public int toCycle(long index) {
        return arithmetic.toCycle(index);
    }

    @Override
    public long maxMessagesPerCycle() {
        return arithmetic.maxMessagesPerCycle();
    }
}
