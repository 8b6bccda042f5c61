// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures contenders in turn, in slices so short that what else the machine does falls on all of them alike, in another
 * order in each round. A turn begins when nothing is left to do of those before it.
 */
final class Interleaved {
    private static final double NANOS_PER_MICRO = 1000;
    private static final long SEED = 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long sliceNanos;
    private final int rounds;
    private final Contender.Task between;
    private final Background background;

    /**
     * @param sliceMs length of a slice, milliseconds
     * @param rounds how often each contender has its turn, after half as many to warm up
     * @param between done before each turn, whoever's it is, untimed
     */
    Interleaved(long sliceMs, int rounds, Contender.Task between, Background background) {
        this.sliceNanos = sliceMs * 1_000_000;
        this.rounds = rounds;
        this.between = between;
        this.background = background;
    }

    List<Measured> run(List<Contender> contenders) throws IOException {
        List<Measured> results = new ArrayList<>();
        for (Contender contender : contenders) {
            results.add(new Measured(contender, rounds));
        }
        TurnOrder order = new TurnOrder(contenders.size(), SEED);
        for (int round = -rounds / 2; round < rounds; round++) {
            for (int i : order.next()) {
                Turn turn = turn(contenders.get(i));
                if (round >= 0) {
                    results.get(i).put(round, turn);
                }
            }
        }
        return results;
    }

    private Turn turn(Contender contender) throws IOException {
        between.run();
        contender.before().run();
        background.settle();
        Contender.Task task = contender.once();
        long processNanos = system.getProcessCpuTime();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long cpuNanos = threads.getCurrentThreadCpuTime();
        long startNanos = System.nanoTime();
        long count = 0;
        long nowNanos = startNanos;
        while (nowNanos - startNanos < sliceNanos && count < contender.limit()) {
            task.run();
            count++;
            nowNanos = System.nanoTime();
        }
        long endCpuNanos = threads.getCurrentThreadCpuTime();
        long endAllocated = threads.getCurrentThreadAllocatedBytes();
        background.settle();
        // What the wait itself costs is no part of the contender's work.
        long waitNanos = threads.getCurrentThreadCpuTime() - endCpuNanos;
        return new Turn(
                count,
                (nowNanos - startNanos) / NANOS_PER_MICRO,
                (endCpuNanos - cpuNanos) / NANOS_PER_MICRO,
                (system.getProcessCpuTime() - processNanos - waitNanos) / NANOS_PER_MICRO,
                (double) (endAllocated - allocated));
    }
}
