// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import java.util.Arrays;

/**
 * What a writer knows of the lines it sent: the fingerprint of each, and where it was acknowledged. Lines are numbered from
 * 0. Thread-safe.
 */
final class WrittenLines {
    private static final int NOT_ACKNOWLEDGED = -1;

    private final long[] fingerprints;
    private final int[] partitions;
    private final long[] offsets;
    private int sentCount;
    private int acknowledgedCount;
    private int refusedCount;

    WrittenLines(int capacity) {
        fingerprints = new long[capacity];
        offsets = new long[capacity];
        partitions = new int[capacity];
        Arrays.fill(partitions, NOT_ACKNOWLEDGED);
    }

    /** The next line goes out; returns its number. */
    synchronized int sent(long fingerprint) {
        fingerprints[sentCount] = fingerprint;
        return sentCount++;
    }

    synchronized void acknowledged(int line, int partition, long recordOffset) {
        if (partitions[line] == NOT_ACKNOWLEDGED) {
            acknowledgedCount++;
        }
        partitions[line] = partition;
        offsets[line] = recordOffset;
    }

    /** The write of a line failed: it may or may not be in the log. */
    synchronized void refused() {
        refusedCount++;
    }

    synchronized int sentCount() {
        return sentCount;
    }

    synchronized int acknowledgedCount() {
        return acknowledgedCount;
    }

    /** Lines sent and neither acknowledged nor refused. */
    synchronized int underWayCount() {
        return sentCount - acknowledgedCount - refusedCount;
    }

    synchronized int refusedCount() {
        return refusedCount;
    }

    synchronized boolean isAcknowledged(int line) {
        return partitions[line] != NOT_ACKNOWLEDGED;
    }

    synchronized long fingerprint(int line) {
        return fingerprints[line];
    }

    /** Whether a line may stand there: always when it was not acknowledged, or when its offset was not told. */
    synchronized boolean mayStandAt(int line, int partition, long recordOffset) {
        return partitions[line] == NOT_ACKNOWLEDGED
                || (partitions[line] == partition && (offsets[line] < 0 || offsets[line] == recordOffset));
    }
}
