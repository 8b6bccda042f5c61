// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Per producer id its epoch and last five batches (KIP-98, KIP-360). A plain value owned by one thread, and a function of
 * the log but for expiry: followers and recovery only {@link #replay}, the leader asks first.
 */
public final class ProducerStates {
    private static final int SEQUENCE_MASK = Integer.MAX_VALUE;
    private static final int HALF_RANGE = 1 << 30;

    /** In order of the last write, so that expiry looks only at the front. */
    private final Map<Long, ProducerWindow> windows = new LinkedHashMap<>();

    private boolean hasNotTimed;
    private boolean whole = true;

    /** No producers. */
    public ProducerStates() {}

    /**
     * One remembered batch.
     *
     * @param firstSequence sequence of its first record
     * @param lastSequence sequence of its last record; below the first when the sequence began again at 0 within it
     * @param baseOffset offset of its first record
     */
    public record Batch(int firstSequence, int lastSequence, long baseOffset) {}

    /**
     * One producer, as stored in snapshots.
     *
     * @param batches its last batches, 1 to 5, oldest first
     */
    public record Snapshot(long producerId, short producerEpoch, List<Batch> batches) {}

    /** The states that a list of {@link #snapshots} stands for. */
    public static ProducerStates of(List<Snapshot> snapshots) {
        ProducerStates states = new ProducerStates();
        for (Snapshot snapshot : snapshots) {
            states.put(ProducerWindow.of(snapshot));
        }
        return states;
    }

    /** Marks these states as not {@link #isWhole whole}. */
    public ProducerStates asPartOfAll() {
        whole = false;
        return this;
    }

    /** Whether they tell of all that the log ever held; false when nothing is known of what was below its first batch. */
    boolean isWhole() {
        return whole;
    }

    /** Every producer, in order of its last write. */
    public List<Snapshot> snapshots() {
        List<Snapshot> snapshots = new ArrayList<>(windows.size());
        for (ProducerWindow window : windows.values()) {
            snapshots.add(window.snapshot());
        }
        return List.copyOf(snapshots);
    }

    /** States of their own with the same content. */
    public ProducerStates copy() {
        ProducerStates copy = new ProducerStates();
        copy.windows.putAll(windows);
        copy.hasNotTimed = hasNotTimed;
        copy.whole = whole;
        return copy;
    }

    /** Number of producers. */
    public int size() {
        return windows.size();
    }

    /** Takes a batch that is in the log; no validation. Batches without a producer id are ignored. */
    public void replay(ByteBuffer batch) {
        append(batch, ProducerWindow.NOT_TIMED);
    }

    /** Judges a batch that a client wants to append (guards G11, G40). */
    SequenceCheck check(ByteBuffer batch) {
        long producerId = RecordBatch.producerId(batch);
        if (producerId == RecordBatch.NO_PRODUCER_ID) {
            return SequenceCheck.next();
        }
        int firstSequence = RecordBatch.baseSequence(batch);
        if (firstSequence < 0) {
            return SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE);
        }
        ProducerWindow window = windows.get(producerId);
        if (window == null) {
            return beginsAt0OrElse(firstSequence, ReplicaError.UNKNOWN_PRODUCER_ID);
        }
        short producerEpoch = RecordBatch.producerEpoch(batch);
        if (producerEpoch < window.producerEpoch) {
            return SequenceCheck.rejected(ReplicaError.INVALID_PRODUCER_EPOCH);
        }
        if (producerEpoch > window.producerEpoch) {
            return beginsAt0OrElse(firstSequence, ReplicaError.OUT_OF_ORDER_SEQUENCE);
        }
        return window.check(firstSequence, sequenceAfter(firstSequence, RecordBatch.lastOffsetDelta(batch)));
    }

    /**
     * Takes a batch that is being appended.
     *
     * @return what {@link #restore} needs to undo it: the producer's window before; null when there was none
     */
    @Nullable
    ProducerWindow append(ByteBuffer batch, long nowMs) {
        if (!isSequenced(batch)) {
            return null;
        }
        long producerId = RecordBatch.producerId(batch);
        int firstSequence = RecordBatch.baseSequence(batch);
        int lastSequence = sequenceAfter(firstSequence, RecordBatch.lastOffsetDelta(batch));
        Batch taken = new Batch(firstSequence, lastSequence, RecordBatch.baseOffset(batch));
        short producerEpoch = RecordBatch.producerEpoch(batch);
        ProducerWindow before = windows.get(producerId);
        boolean continues = before != null && before.producerEpoch == producerEpoch;
        put(
                continues && before != null
                        ? before.with(taken, nowMs)
                        : ProducerWindow.first(producerId, producerEpoch, taken, nowMs));
        return before;
    }

    /** Puts a producer back to what it was before an append that did not happen. */
    void restore(long producerId, @Nullable ProducerWindow before) {
        if (before != null) {
            put(before);
        } else {
            windows.remove(producerId);
        }
    }

    /** Whether the batch has a producer id and a sequence, so that {@link #append} takes it. */
    static boolean isSequenced(ByteBuffer batch) {
        return RecordBatch.producerId(batch) != RecordBatch.NO_PRODUCER_ID && RecordBatch.baseSequence(batch) >= 0;
    }

    /** Forgets producers whose last write is {@code expiryMs} ago; what was folded from the log counts from now on. */
    void expire(long nowMs, long expiryMs) {
        if (hasNotTimed) {
            windows.replaceAll((producerId, window) ->
                    window.lastWriteMs == ProducerWindow.NOT_TIMED ? window.timedAt(nowMs) : window);
            hasNotTimed = false;
        }
        var oldestFirst = windows.values().iterator();
        while (oldestFirst.hasNext() && nowMs - oldestFirst.next().lastWriteMs >= expiryMs) {
            oldestFirst.remove();
        }
    }

    /** The sequence {@code count} after {@code sequence}; 2^31-1 is followed by 0. */
    static int sequenceAfter(int sequence, int count) {
        return (sequence + count) & SEQUENCE_MASK;
    }

    /** How many steps lead from {@code first} to {@code last}. */
    static int sequencesBetween(int first, int last) {
        return (last - first) & SEQUENCE_MASK;
    }

    /** Whether {@code sequence} lies less than half the range before {@code other}. */
    static boolean isBefore(int sequence, int other) {
        int distance = sequencesBetween(sequence, other);
        return distance > 0 && distance < HALF_RANGE;
    }

    private void put(ProducerWindow window) {
        hasNotTimed |= window.lastWriteMs == ProducerWindow.NOT_TIMED;
        windows.remove(window.producerId);
        windows.put(window.producerId, window);
    }

    private static SequenceCheck beginsAt0OrElse(int firstSequence, ReplicaError error) {
        return firstSequence == 0 ? SequenceCheck.next() : SequenceCheck.rejected(error);
    }

    @Override
    public String toString() {
        return snapshots().toString();
    }
}
