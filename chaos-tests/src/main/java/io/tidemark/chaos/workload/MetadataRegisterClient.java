// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.v1.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of one node that works on a register of the cluster's metadata. A read first takes a change of a config through the
 * controller ({@link #touch}): what the node knows after that is at least as new as the read.
 */
abstract class MetadataRegisterClient implements Runnable {
    private static final String TOUCHED = "delete.retention.ms";
    private static final long LEAST_VALUE = 10_000_000;

    final ClientContext context;
    final Generator generator;
    final RecordedProcess process;
    private final AtomicLong nextValue;
    private final String address;
    private final long pauseMeanMs;

    MetadataRegisterClient(
            ClientContext context, Generator generator, AtomicLong nextValue, String address, long pauseMeanMs) {
        this.context = context;
        this.generator = generator;
        this.process = new RecordedProcess(context);
        this.nextValue = nextValue;
        this.address = address;
        this.pauseMeanMs = pauseMeanMs;
    }

    @Override
    public void run() {
        try (NodeCalls node = new NodeCalls(address)) {
            while (!context.isStopping()) {
                work(node);
                context.pause(generator.pauseNanos(pauseMeanMs));
            }
        }
    }

    /** Reads, or writes, or both. */
    abstract void work(NodeCalls node);

    /** What nobody wrote before. */
    long newValue() {
        return LEAST_VALUE + nextValue.incrementAndGet();
    }

    ErrorCode touch(NodeCalls node) {
        return node.set(context.plan().registerTopic(), TOUCHED, newValue());
    }
}
