// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.v1.ProduceResponse;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A broker's whole work for one batch, from the decoded message to the answer, without network: the request is resolved,
 * the batch copied and checked, handed to the shard, given its offsets, appended, committed, and answered. With {@code
 * -prof gc} the bytes allocated for it, of which the batch's own copy is most.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "-Xms1g",
            "-Xmx1g",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "-Dchronicle.analytics.disable=true",
            "-Dchronicle.announcer.disable=true",
            "-Dchronicle.disk.monitor.disable=true"
        })
public class ProducePathBenchmark {
    /** One batch with acks=all. */
    @Benchmark
    public ProduceResponse produce(LoneBroker broker) {
        return broker.produce();
    }
}
