// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures contenders in turn, in slices so short that what else the machine does falls on all of them alike. Processor time
 * and allocation are those of the measuring thread.
 */
final class Interleaved {
    private static final double NANOS_PER_MICRO = 1000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long sliceNanos;
    private final int rounds;
    private final int warmUpRounds;

    /** @param sliceMs length of a slice, milliseconds */
    Interleaved(long sliceMs, int rounds, int warmUpRounds) {
        this.sliceNanos = sliceMs * 1_000_000;
        this.rounds = rounds;
        this.warmUpRounds = warmUpRounds;
    }

    List<Measured> run(List<Contender> contenders) throws IOException {
        List<Measured> results = new ArrayList<>();
        for (Contender contender : contenders) {
            results.add(new Measured(contender.name(), rounds));
        }
        for (int round = -warmUpRounds; round < rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                slice(contenders.get(i).once(), results.get(i), round);
            }
        }
        return results;
    }

    private void slice(Contender.Task task, Measured into, int round) throws IOException {
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long cpuNanos = threads.getCurrentThreadCpuTime();
        long startNanos = System.nanoTime();
        long count = 0;
        long nowNanos = startNanos;
        while (nowNanos - startNanos < sliceNanos) {
            task.run();
            count++;
            nowNanos = System.nanoTime();
        }
        if (round >= 0) {
            into.put(
                    round,
                    (nowNanos - startNanos) / NANOS_PER_MICRO / count,
                    (threads.getCurrentThreadCpuTime() - cpuNanos) / NANOS_PER_MICRO / count,
                    (double) (threads.getCurrentThreadAllocatedBytes() - allocated) / count);
        }
    }
}
