// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;

/**
 * One producer id: its epoch and its last batches, oldest first. Immutable, so that an append which is refused later is
 * undone by putting the old window back. Sequences run from 0 to 2<sup>31</sup>-1 and then begin again at 0.
 */
final class ProducerWindow {
    static final int CAPACITY = 5;
    /** Last write not timed yet: the window was folded from the log. */
    static final long NOT_TIMED = Long.MIN_VALUE;

    private static final int WORDS_PER_BATCH = 2;

    final long producerId;
    final short producerEpoch;
    final long lastWriteMs;
    /** Per batch two words: first and last sequence, base offset. */
    private final long[] batches;

    private ProducerWindow(long producerId, short producerEpoch, long lastWriteMs, long[] batches) {
        this.producerId = producerId;
        this.producerEpoch = producerEpoch;
        this.lastWriteMs = lastWriteMs;
        this.batches = batches;
    }

    static ProducerWindow of(ProducerStates.Snapshot snapshot) {
        long[] batches = new long[snapshot.batches().size() * WORDS_PER_BATCH];
        int at = 0;
        for (ProducerStates.Batch batch : snapshot.batches()) {
            batches[at++] = packed(batch.firstSequence(), batch.lastSequence());
            batches[at++] = batch.baseOffset();
        }
        return new ProducerWindow(snapshot.producerId(), snapshot.producerEpoch(), NOT_TIMED, batches);
    }

    static ProducerWindow first(long producerId, short producerEpoch, ProducerStates.Batch batch, long nowMs) {
        long[] batches = {packed(batch.firstSequence(), batch.lastSequence()), batch.baseOffset()};
        return new ProducerWindow(producerId, producerEpoch, nowMs, batches);
    }

    /** The window after one more batch of the same producer epoch. */
    ProducerWindow with(ProducerStates.Batch batch, long nowMs) {
        boolean full = size() == CAPACITY;
        int kept = full ? batches.length - WORDS_PER_BATCH : batches.length;
        long[] next = new long[kept + WORDS_PER_BATCH];
        System.arraycopy(batches, batches.length - kept, next, 0, kept);
        next[kept] = packed(batch.firstSequence(), batch.lastSequence());
        next[kept + 1] = batch.baseOffset();
        return new ProducerWindow(producerId, producerEpoch, nowMs, next);
    }

    ProducerWindow timedAt(long nowMs) {
        return new ProducerWindow(producerId, producerEpoch, nowMs, batches);
    }

    /** Judges a batch of the same producer epoch. */
    SequenceCheck check(int firstSequence, int lastSequence) {
        int newest = size() - 1;
        if (firstSequence == ProducerStates.sequenceAfter(lastSequenceOf(newest), 1)) {
            return SequenceCheck.next();
        }
        for (int i = newest; i >= 0; i--) {
            if (firstSequenceOf(i) == firstSequence && lastSequenceOf(i) == lastSequence) {
                return SequenceCheck.duplicate(baseOffsetOf(i), endOffsetOf(i));
            }
        }
        if (forgetsBatches() && ProducerStates.isBefore(lastSequence, firstSequenceOf(0))) {
            return SequenceCheck.olderThanWindow(baseOffsetOf(0));
        }
        return SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE);
    }

    ProducerStates.Snapshot snapshot() {
        List<ProducerStates.Batch> all = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            all.add(new ProducerStates.Batch(firstSequenceOf(i), lastSequenceOf(i), baseOffsetOf(i)));
        }
        return new ProducerStates.Snapshot(producerId, producerEpoch, List.copyOf(all));
    }

    /** Whether batches of this epoch were written that the window does not hold. */
    private boolean forgetsBatches() {
        return size() == CAPACITY || firstSequenceOf(0) != 0;
    }

    private int size() {
        return batches.length / WORDS_PER_BATCH;
    }

    private int firstSequenceOf(int index) {
        return (int) (batches[index * WORDS_PER_BATCH] >>> 32);
    }

    private int lastSequenceOf(int index) {
        return (int) batches[index * WORDS_PER_BATCH];
    }

    private long baseOffsetOf(int index) {
        return batches[index * WORDS_PER_BATCH + 1];
    }

    private long endOffsetOf(int index) {
        return baseOffsetOf(index) + ProducerStates.sequencesBetween(firstSequenceOf(index), lastSequenceOf(index)) + 1;
    }

    private static long packed(int firstSequence, int lastSequence) {
        return ((long) firstSequence << 32) | lastSequence;
    }
}
