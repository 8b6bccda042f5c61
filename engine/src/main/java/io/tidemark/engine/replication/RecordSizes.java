// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * Guesses how many bytes lie between two offsets from the batches appended lately: the core knows offsets, not bytes. Good
 * enough to decide whether a reader that asked for many bytes should wait longer, as its deadline bounds every error.
 */
final class RecordSizes {
    private static final double WEIGHT_OF_NEWEST = 0.125;

    private double averageRecordBytes;

    void add(int batchBytes, long records) {
        double recordBytes = (double) batchBytes / records;
        averageRecordBytes = averageRecordBytes == 0
                ? recordBytes
                : averageRecordBytes + WEIGHT_OF_NEWEST * (recordBytes - averageRecordBytes);
    }

    /** Whether {@code records} records are likely to hold {@code bytes} bytes; true while nothing is known. */
    boolean mayHold(long records, int bytes) {
        return averageRecordBytes == 0 || records * averageRecordBytes >= bytes;
    }
}
