// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.GroupEffect.Answer;
import io.tidemark.engine.group.GroupEffect.Append;
import io.tidemark.engine.group.GroupReply.Failed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decided and committed state, and the answers that wait between them. One batch is on its way at a time: were there two,
 * the second could be written after the first was refused, and stand on something that never was. What is decided
 * meanwhile goes out together in the next.
 */
final class GroupWrites {
    private final int maxBatchBytes;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private @Nullable Step underWay;
    private Groups committed = Groups.NONE;
    private Groups decided = Groups.NONE;

    /** Records that stand and fall together, what is known once they are committed, and who is told then. */
    private record Step(List<GroupRecord> records, int sizeBytes, Groups after, List<Answer> answers) {}

    GroupWrites(int maxBatchBytes) {
        this.maxBatchBytes = maxBatchBytes;
    }

    Groups committed() {
        return committed;
    }

    Groups decided() {
        return decided;
    }

    /** Begins with what was read. */
    void restart(Groups read) {
        waiting.clear();
        underWay = null;
        committed = read;
        decided = read;
    }

    boolean isTooLarge(List<GroupRecord> records) {
        return sizeOf(records) > maxBatchBytes;
    }

    private static int sizeOf(List<GroupRecord> records) {
        return records.stream().mapToInt(GroupRecordCodec::sizeBytes).sum();
    }

    /** Records were decided, to be committed together. */
    void decide(List<GroupRecord> records) {
        if (!records.isEmpty()) {
            for (GroupRecord record : records) {
                decided = decided.with(record);
            }
            waiting.add(new Step(records, sizeOf(records), decided, new ArrayList<>()));
        }
    }

    /** An answer that rests on all that is decided: given once that is committed. */
    void answer(Answer answer, Consumer<GroupEffect> out) {
        Step last = waiting.isEmpty() ? underWay : waiting.getLast();
        if (last == null) {
            out.accept(answer);
        } else {
            last.answers.add(answer);
        }
    }

    /** Sends what waits, if nothing is on its way. */
    void flush(Consumer<GroupEffect> out) {
        if (underWay != null || waiting.isEmpty()) {
            return;
        }
        Step first = waiting.removeFirst();
        List<GroupRecord> records = new ArrayList<>(first.records);
        List<Answer> answers = new ArrayList<>(first.answers);
        int sizeBytes = first.sizeBytes;
        Groups after = first.after;
        while (!waiting.isEmpty() && sizeBytes + waiting.getFirst().sizeBytes <= maxBatchBytes) {
            Step next = waiting.removeFirst();
            records.addAll(next.records);
            answers.addAll(next.answers);
            sizeBytes += next.sizeBytes;
            after = next.after;
        }
        underWay = new Step(records, sizeBytes, after, answers);
        out.accept(new Append(records));
    }

    /** What was on its way is committed. */
    void onAppended(Consumer<GroupEffect> out) {
        Step done = underWay;
        if (done == null) {
            throw new IllegalStateException("nothing was on its way");
        }
        underWay = null;
        committed = done.after;
        done.answers.forEach(out);
    }

    /** Nothing of what waits will be answered well: what was on its way may be committed yet, the rest never will be. */
    void failAll(GroupError underWayError, GroupError waitingError, Consumer<GroupEffect> out) {
        if (underWay != null) {
            underWay.answers.forEach(answer -> out.accept(new Answer(answer.token(), new Failed(underWayError, ""))));
        }
        for (Step step : waiting) {
            step.answers.forEach(answer -> out.accept(new Answer(answer.token(), new Failed(waitingError, ""))));
        }
        restart(committed);
    }
}
