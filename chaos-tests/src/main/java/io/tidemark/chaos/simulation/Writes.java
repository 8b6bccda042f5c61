// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.Step;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What clients wrote and read: values, ids, and the history. */
final class Writes {
    static final long TIMESTAMP_MS = 1_700_000_000_000L;

    private final BatchBuilder builder = new BatchBuilder(Compression.NONE);
    private final Map<PartitionKey, List<Operation>> operations = new TreeMap<>();
    private long lastValue;
    private long lastProducerId = 1000;

    /** A batch whose outcome is known, or will not be. */
    record Done(
            int process,
            long firstValue,
            int count,
            long invokedNanos,
            long completedNanos,
            Outcome outcome,
            long baseOffset) {}

    /** The first of as many values that nobody wrote. */
    long values(int count) {
        long first = lastValue + 1;
        lastValue += count;
        return first;
    }

    /** An id that nobody has; it tells what its writes ask for. */
    long producerId(int acks) {
        lastProducerId += 2;
        return lastProducerId + (acks < 0 ? 0 : 1);
    }

    static boolean asksForAll(long producerId) {
        return producerId % 2 == 0;
    }

    ByteBuffer encode(long firstValue, int count) {
        builder.clear();
        for (int i = 0; i < count; i++) {
            byte[] value =
                    ByteBuffer.allocate(Long.BYTES).putLong(firstValue + i).array();
            builder.append(TIMESTAMP_MS + firstValue + i, null, value, List.of());
        }
        return builder.build(0, 0);
    }

    static ByteBuffer copy(ByteBuffer batch) {
        ByteBuffer copy = ByteBuffer.allocate(batch.remaining());
        return copy.put(batch.duplicate()).flip();
    }

    void record(PartitionKey key, Done done) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < done.count(); i++) {
            steps.add(new Step.Sent(
                    0, done.firstValue() + i, done.baseOffset() < 0 ? -1 : done.baseOffset() + i, done.outcome()));
        }
        long completedNanos = done.outcome() == Outcome.INFO ? Long.MAX_VALUE : done.completedNanos();
        List<Operation> list = list(key);
        list.add(new Operation(
                list.size(),
                done.process(),
                Operation.Function.SEND,
                done.invokedNanos(),
                completedNanos,
                done.outcome(),
                steps));
    }

    void recordPoll(PartitionKey key, int process, long nowNanos, List<Seen> seen) {
        List<Operation> list = list(key);
        List<Step> steps = List.of(new Step.Polled(0, seen));
        list.add(new Operation(list.size(), process, Operation.Function.POLL, nowNanos, nowNanos, Outcome.OK, steps));
    }

    private List<Operation> list(PartitionKey key) {
        return operations.computeIfAbsent(key, unused -> new ArrayList<>());
    }

    /** What clients did to a partition, in order of completion. */
    List<Operation> operations(PartitionKey key) {
        return operations.getOrDefault(key, List.of());
    }
}
