// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** Answers of several partitions, in the order of the request; handed on once the last is there. Any thread. */
final class GatheredAnswers<T> {
    private final AtomicReferenceArray<T> answers;
    private final AtomicInteger missing;
    private final Consumer<List<T>> complete;

    /** @param complete called once, on the thread of the last answer */
    GatheredAnswers(int count, Consumer<List<T>> complete) {
        this.answers = new AtomicReferenceArray<>(count);
        // One more for the asking itself, so that it also ends when there is nobody to ask.
        this.missing = new AtomicInteger(count + 1);
        this.complete = complete;
    }

    /** The answer of one partition; once for each. */
    void put(int index, T answer) {
        answers.set(index, answer);
        countDown();
    }

    /** Everybody was asked. */
    void allAsked() {
        countDown();
    }

    private void countDown() {
        if (missing.decrementAndGet() > 0) {
            return;
        }
        List<T> all = new ArrayList<>(answers.length());
        for (int i = 0; i < answers.length(); i++) {
            all.add(answers.get(i));
        }
        complete.accept(all);
    }
}
