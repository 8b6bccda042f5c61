// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Deletion of records on request: the log start is raised at once, the answer waits until every replica that may lead next
 * has raised its own, so that a fail-over does not bring the records back.
 */
final class LeaderTrims {
    private final Leadership leadership;
    private final ReplicaLog log;
    private final List<Waiting> waiting = new ArrayList<>();

    /** A deletion that was carried out here and not yet everywhere. */
    private record Waiting(long replyToken, long logStartOffset, long deadlineMs) {}

    LeaderTrims(Leadership leadership) {
        this.leadership = leadership;
        this.log = leadership.log;
    }

    int pending() {
        return waiting.size();
    }

    /** Whether the log start moved. */
    boolean onDelete(DeleteInput input, Effects out) {
        ReplicaError fenced = LeaderWrites.fence(input.leaderEpoch(), leadership.leaderEpoch);
        if (fenced != null) {
            leadership.reject(input.replyToken(), fenced, false, out);
            return false;
        }
        long target = input.beforeOffset() == DeleteInput.HIGH_WATERMARK ? log.highWatermark() : input.beforeOffset();
        if (target < 0 || target > log.highWatermark()) {
            leadership.reject(input.replyToken(), ReplicaError.OFFSET_OUT_OF_RANGE, false, out);
            return false;
        }
        boolean moved = log.trim(target, out);
        waiting.add(new Waiting(input.replyToken(), target, input.deadlineMs()));
        complete(out);
        return moved;
    }

    /** Answers deletions that every replica that counts has carried out. */
    void complete(Effects out) {
        take(
                deletion -> isCarriedOutEverywhere(deletion.logStartOffset),
                deletion -> out.emit(
                        new Effect.AnswerOffset(deletion.replyToken, log.logStartOffset(), leadership.leaderEpoch)));
    }

    void onTick(long nowMs, Effects out) {
        take(deletion -> deletion.deadlineMs <= nowMs, deletion -> fail(deletion, ReplicaError.REQUEST_TIMED_OUT, out));
    }

    void onCancelled(long replyToken) {
        take(deletion -> deletion.replyToken == replyToken, deletion -> {});
    }

    void resign(ReplicaError error, Effects out) {
        take(deletion -> true, deletion -> fail(deletion, error, out));
    }

    private boolean isCarriedOutEverywhere(long logStartOffset) {
        if (!leadership.isLeaseValid()) {
            return false;
        }
        for (ReplicaProgress progress : leadership.followers.all()) {
            if (leadership.isr.isMaximal(progress.replica) && progress.logStartOffset() < logStartOffset) {
                return false;
            }
        }
        return true;
    }

    private void fail(Waiting deletion, ReplicaError error, Effects out) {
        leadership.reject(deletion.replyToken, error, true, out);
    }

    private void take(Predicate<Waiting> condition, Consumer<Waiting> receiver) {
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext()) {
            Waiting deletion = all.next();
            if (condition.test(deletion)) {
                all.remove();
                receiver.accept(deletion);
            }
        }
    }
}
