// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.v1.ProduceResponse;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A broker's whole work for one batch, from the decoded message to the answer, without network: the request is resolved,
 * the batch copied and checked, handed to the shard, given its offsets, appended, committed, and answered. With {@code
 * -prof gc} the bytes allocated for it, of which the batch's own copy is most.
 */
public class ProducePathBenchmark extends NodeBenchmark {
    /** One batch with acks=all. */
    @Benchmark
    public ProduceResponse produce(LoneBroker broker) {
        return broker.produce();
    }
}
