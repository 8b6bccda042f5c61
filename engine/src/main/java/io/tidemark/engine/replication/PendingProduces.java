// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Writes that wait for an offset to be reached, in order of that offset but for the rare duplicates. */
final class PendingProduces {
    private final Deque<PendingProduce> appended = new ArrayDeque<>();
    /** Repetitions wait for an older offset than the newest write, so they stand apart. */
    private final List<PendingProduce> duplicates = new ArrayList<>();

    private long earliestDeadlineMs = Long.MAX_VALUE;

    void add(PendingProduce produce) {
        (produce.duplicate() ? duplicates : appended).add(produce);
        earliestDeadlineMs = Math.min(earliestDeadlineMs, produce.deadlineMs());
    }

    int size() {
        return appended.size() + duplicates.size();
    }

    /** Removes and hands over what waits for an offset up to {@code reachedOffset}. */
    void reach(long reachedOffset, Consumer<PendingProduce> receiver) {
        while (!appended.isEmpty() && appended.getFirst().endOffset() <= reachedOffset) {
            receiver.accept(appended.removeFirst());
        }
        if (!duplicates.isEmpty()) {
            removeFrom(duplicates, produce -> produce.endOffset() <= reachedOffset, receiver);
        }
    }

    /** Removes and hands over what waits for an offset above {@code offset}. */
    void removeAbove(long offset, Consumer<PendingProduce> receiver) {
        remove(produce -> produce.endOffset() > offset, receiver);
    }

    /** Removes and hands over what has waited long enough. */
    void expire(long nowMs, Consumer<PendingProduce> receiver) {
        if (nowMs < earliestDeadlineMs) {
            return;
        }
        remove(produce -> produce.deadlineMs() <= nowMs, receiver);
        earliestDeadlineMs = Long.MAX_VALUE;
        appended.forEach(produce -> earliestDeadlineMs = Math.min(earliestDeadlineMs, produce.deadlineMs()));
        duplicates.forEach(produce -> earliestDeadlineMs = Math.min(earliestDeadlineMs, produce.deadlineMs()));
    }

    /** Forgets the write of a client that is gone. */
    void cancel(long replyToken) {
        remove(produce -> produce.replyToken() == replyToken, produce -> {});
    }

    /** Removes and hands over everything. */
    void drain(Consumer<PendingProduce> receiver) {
        remove(produce -> true, receiver);
    }

    private void remove(Predicate<PendingProduce> condition, Consumer<PendingProduce> receiver) {
        removeFrom(appended, condition, receiver);
        removeFrom(duplicates, condition, receiver);
    }

    private static void removeFrom(
            Collection<PendingProduce> produces,
            Predicate<PendingProduce> condition,
            Consumer<PendingProduce> receiver) {
        Iterator<PendingProduce> all = produces.iterator();
        while (all.hasNext()) {
            PendingProduce produce = all.next();
            if (condition.test(produce)) {
                all.remove();
                receiver.accept(produce);
            }
        }
    }
}
