// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.SendOperation;
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
    private static final long TIMESTAMP_MS = 1_700_000_000_000L;

    private final BatchBuilder builder = new BatchBuilder(Compression.NONE);
    private final Map<PartitionKey, List<SendOperation>> sends = new TreeMap<>();
    private final Map<PartitionKey, List<PollOperation>> polls = new TreeMap<>();
    private long lastValue;
    private long lastProducerId = 1000;

    /** A batch whose outcome is known, or will not be. */
    record Done(
            int process,
            long firstValue,
            int count,
            long invokedNanos,
            long completedNanos,
            SendOperation.Outcome outcome,
            long baseOffset) {}

    /** The first of as many values that nobody wrote. */
    long values(int count) {
        long first = lastValue + 1;
        lastValue += count;
        return first;
    }

    long producerId() {
        return ++lastProducerId;
    }

    ByteBuffer encode(long firstValue, int count) {
        builder.clear();
        for (int i = 0; i < count; i++) {
            byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(firstValue + i).array();
            builder.append(TIMESTAMP_MS + firstValue + i, null, value, List.of());
        }
        return builder.build(0, 0);
    }

    static ByteBuffer copy(ByteBuffer batch) {
        ByteBuffer copy = ByteBuffer.allocate(batch.remaining());
        return copy.put(batch.duplicate()).flip();
    }

    void record(PartitionKey key, Done done) {
        List<SendOperation> list = sends.computeIfAbsent(key, unused -> new ArrayList<>());
        for (int i = 0; i < done.count(); i++) {
            list.add(new SendOperation(
                    done.process(),
                    0,
                    done.firstValue() + i,
                    done.invokedNanos(),
                    done.outcome() == SendOperation.Outcome.INFO ? Long.MAX_VALUE : done.completedNanos(),
                    done.outcome(),
                    done.baseOffset() < 0 ? -1 : done.baseOffset() + i));
        }
    }

    void record(PartitionKey key, PollOperation poll) {
        polls.computeIfAbsent(key, unused -> new ArrayList<>()).add(poll);
    }

    List<SendOperation> sends(PartitionKey key) {
        return sends.getOrDefault(key, List.of());
    }

    List<PollOperation> polls(PartitionKey key) {
        return polls.getOrDefault(key, List.of());
    }
}
