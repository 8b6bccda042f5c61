// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.StoredBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** In each log the sequences of a producer in one epoch begin at 0 and follow one another, each once. */
public final class SequencesAreContiguous implements RunInvariant {
    private record Writer(long producerId, int producerEpoch) {}

    /** Stateless. */
    public SequencesAreContiguous() {}

    @Override
    public List<String> violations(RunRecord run) {
        List<String> found = new ArrayList<>();
        run.replicas().forEach(log -> check(log, found));
        return found;
    }

    private static void check(ReplicaLog log, List<String> found) {
        Map<Writer, Long> next = new HashMap<>();
        for (StoredBatch batch : log.batches()) {
            StoredBatch.Identity producer = batch.producer();
            if (producer.producerId() < 0) {
                continue;
            }
            Writer writer = new Writer(producer.producerId(), producer.producerEpoch());
            // A trimmed log does not tell where its first producers began.
            long first = log.startOffset() == 0 ? 0 : producer.baseSequence();
            long expected = next.getOrDefault(writer, first);
            if (producer.baseSequence() != expected) {
                found.add("node " + log.nodeId() + " partition " + log.partition() + ": sequence " + expected
                        + " expected in " + batch);
            }
            next.put(writer, producer.baseSequence() + batch.endOffset() - batch.baseOffset());
        }
    }
}
