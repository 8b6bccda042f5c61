// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.LogStore.OpenedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random histories of one log and of its clock, each step checked against {@link LogModel}. */
public final class LogChain {
    private static final UUID TOPIC_ID = new UUID(7, 9);
    private static final LogConfig CONFIG = new LogConfig(2048, 40, 1 << 20);

    private static final CompactionPolicy POLICY = new CompactionPolicy(Long.MAX_VALUE, 0, 1 << 20, Long.MAX_VALUE);

    private final LogHarness harness;
    private final LogModel model = new LogModel();
    private final RetentionBounds retention = new RetentionBounds(CONFIG);
    private PartitionLog log;
    private long clockMs = 1000;
    private boolean hadGaps;

    private LogChain(LogHarness harness) throws IOException {
        this.harness = harness;
        this.log = open().log();
    }

    /** One step: an action and three numbers it takes what it needs from. */
    public record Step(Action action, int a, int b, int c) {}

    /** What a step does. */
    public enum Action {
        APPEND,
        APPEND_GAP,
        EPOCH,
        READ,
        TIME,
        TRUNCATE,
        TRIM,
        RETAIN,
        WAIT,
        RESTART,
        FLUSH,
        REST,
        FOLD,
        COMPACT,
        REOPEN,
        CRASH
    }

    private void run(Step step) throws IOException {
        switch (step.action) {
            case APPEND -> append(step);
            case APPEND_GAP -> appendGap(step);
            case EPOCH -> epoch(step);
            case READ -> read(step);
            case TIME -> time(step);
            case TRUNCATE -> truncate(step);
            case TRIM -> trim(step);
            case RETAIN -> retain(step);
            case WAIT -> advance(step.a % 150);
            case RESTART -> restart(step);
            case FLUSH -> flush();
            case REST -> rest();
            case FOLD -> fold(step);
            case COMPACT -> compact(step);
            case REOPEN -> reopen(step);
            case CRASH -> crash();
        }
    }

    /** Histories of up to {@code steps} steps. */
    public static Arbitrary<List<Step>> histories(int steps) {
        Arbitrary<Action> actions = Arbitraries.frequency(
                Tuple.of(14, Action.APPEND),
                Tuple.of(2, Action.APPEND_GAP),
                Tuple.of(2, Action.EPOCH),
                Tuple.of(4, Action.READ),
                Tuple.of(2, Action.TIME),
                Tuple.of(3, Action.TRUNCATE),
                Tuple.of(2, Action.TRIM),
                Tuple.of(3, Action.RETAIN),
                Tuple.of(3, Action.WAIT),
                Tuple.of(1, Action.RESTART),
                Tuple.of(1, Action.FLUSH),
                Tuple.of(1, Action.REST),
                Tuple.of(3, Action.FOLD),
                Tuple.of(2, Action.COMPACT),
                Tuple.of(1, Action.REOPEN),
                Tuple.of(1, Action.CRASH));
        Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 1000);
        return Combinators.combine(actions, numbers, numbers, numbers)
                .as(Step::new)
                .list()
                .ofMaxSize(steps);
    }

    /** Runs a history on a fresh harness. */
    public static void run(LogHarness harness, List<Step> steps) throws IOException {
        LogChain chain = new LogChain(harness);
        for (Step step : steps) {
            chain.run(step);
            chain.check();
        }
        Step last = new Step(Action.REOPEN, 0, 0, 0);
        chain.reopen(last);
        chain.check();
        chain.fold(last);
    }

    private OpenedLog open() throws IOException {
        return harness.store().open("chain", TOPIC_ID, 3, CONFIG);
    }

    private void append(Step step) throws IOException {
        appendAt(model.end(), step);
    }

    private void appendGap(Step step) throws IOException {
        hadGaps = true;
        appendAt(model.end() + 1L + step.a % 50, step);
    }

    private void appendAt(long baseOffset, Step step) throws IOException {
        advance(step.b % 7);
        int epoch = Math.max(0, model.lastEpoch()) + (step.c % 10 == 0 ? 1 : 0);
        int valueBytes = step.a % 60 == 0 ? 20_000 : step.a % 400;
        // Of the past and of the future.
        long timestampMs = clockMs - 300 + step.c % 400;
        ByteBuffer batch = TestBatches.keyed(baseOffset, 1 + step.b % 4, epoch, timestampMs, valueBytes);
        log.append(batch, model.end());
        model.append(batch);
        retention.appended(batch, clockMs);
    }

    private void advance(int ms) {
        clockMs += ms;
        harness.setClockMs(clockMs);
    }

    private void epoch(Step step) throws IOException {
        int epoch = model.lastEpoch() + step.a % 3;
        log.appendEpoch(epoch);
        if (epoch > model.lastEpoch()) {
            retention.epochAppended(clockMs);
        }
        model.epoch(epoch, model.end());
    }

    private void read(Step step) throws IOException {
        long offset = between(model.start(), model.end(), step.a);
        long upper = between(model.start(), model.end() + 5, step.b);
        try (LogSlice slice = log.read(offset, step.c * 4, upper)) {
            List<ByteBuffer> expected = model.read(offset, step.c * 4, upper);
            assertThat(slice.buffers()).isEqualTo(expected);
        }
        assertThatThrownBy(() -> log.read(model.end() + 1, 100, Long.MAX_VALUE))
                .isInstanceOf(OffsetOutOfRangeException.class);
    }

    private void time(Step step) throws IOException {
        long upper = between(model.start(), model.end() + 1, step.b);
        long timestampMs = between(700, clockMs + 120, step.a);
        assertThat(log.offsetForTime(timestampMs, upper)).isEqualTo(model.offsetForTime(timestampMs, upper));
    }

    private void truncate(Step step) throws IOException {
        long offset = step.b % 4 == 0 ? model.end() : between(Math.max(0, model.start() - 3), model.end(), step.a);
        long end = log.truncateTo(offset, model.lastEpoch());
        model.truncate(offset);
        assertThat(end).isEqualTo(model.end());
    }

    private void trim(Step step) throws IOException {
        long offset = between(Math.max(0, model.start() - 3), model.end(), step.a);
        log.trimTo(offset);
        model.trim(offset);
    }

    private void retain(Step step) throws IOException {
        RetentionPolicy policy =
                new RetentionPolicy(step.a % 3 == 0 ? -1 : step.a * 6L, step.b % 3 == 0 ? -1 : step.b % 60);
        long nowMs = clockMs + step.c % 60;
        long upper = step.c % 2 == 0 ? model.end() : between(model.start(), model.end(), step.b);
        long start = log.retainedStart(policy, nowMs, upper);
        retention.check(model, policy, nowMs, upper, start);
        log.trimTo(start);
        model.trim(start);
    }

    private void restart(Step step) throws IOException {
        long offset = Math.max(0, model.end() - 50L + step.a % 100);
        BatchCount folded = step.b % 3 == 0 ? null : BatchCount.of(step.b, step.c);
        log.restartAt(offset, folded == null ? null : folded.save());
        model.restart(offset, folded);
    }

    private void flush() throws IOException {
        assertThat(log.flush()).isEqualTo(model.end());
    }

    private void rest() throws IOException {
        log.restWhenIdle();
        log.restWhenIdle();
    }

    private void compact(Step step) throws IOException {
        List<KeyedRecord> before = KeyedRecord.of(model.batches());
        long upper = between(model.start(), model.end(), step.a);
        long cleaned = log.compact(POLICY, clockMs, upper).cleanedEndOffset();
        List<ByteBuffer> left = found();
        assertThat(cleaned).isLessThanOrEqualTo(model.end());
        assertThat(KeyedRecord.areDense(left, model.end()) || hadGaps).isTrue();
        assertThat(KeyedRecord.of(left)).isEqualTo(KeyedRecord.compacted(before, cleaned));
        model.compact(left);
        retention.compacted();
    }

    private void fold(Step step) throws IOException {
        BatchCount all = new BatchCount();
        log.fold(all);
        if (!model.knowsBelow()) {
            // Compaction puts a batch without records where a cut left a gap; what was saved before does not count it.
            assertThat(hadGaps || all.batches() >= model.batches().size()).isTrue();
            return;
        }
        assertThat(all.save()).isEqualTo(model.folded(model.end()).save());
        long upperOffset = between(model.start(), model.end(), step.a);
        BatchCount some = new BatchCount();
        log.fold(some, upperOffset);
        assertThat(some.save()).isEqualTo(model.folded(upperOffset).save());
    }

    private void reopen(Step step) throws IOException {
        log.close();
        if (step.a % 2 == 0) {
            harness.reopen();
        }
        OpenedLog opened = open();
        log = opened.log();
        assertThat(opened.clean()).isTrue();
        assertThat(opened.damaged()).as(opened.detail()).isFalse();
        assertThat(log.flushedEndOffset()).isEqualTo(model.end());
    }

    private void crash() throws IOException {
        harness.crash();
        OpenedLog opened = open();
        log = opened.log();
        assertThat(opened.clean()).isFalse();
        assertThat(opened.damaged()).as(opened.detail()).isFalse();
    }

    private void check() throws IOException {
        assertThat(log.logStartOffset()).isEqualTo(model.start());
        assertThat(log.logEndOffset()).isEqualTo(model.end());
        assertThat(log.epochs()).isEqualTo(model.epochs());
        assertThat(log.flushedEndOffset()).isLessThanOrEqualTo(model.end());
        assertThat(found()).isEqualTo(model.batches());
    }

    private List<ByteBuffer> found() throws IOException {
        List<ByteBuffer> found = new ArrayList<>();
        log.scan(0, batch -> found.add(copyOf(batch)));
        return found;
    }

    private static long between(long low, long high, int thousandth) {
        return low + (high - low) * thousandth / 1000;
    }

    private static ByteBuffer copyOf(ByteBuffer batch) {
        return ByteBuffer.allocate(batch.remaining()).put(batch.duplicate()).flip();
    }
}
