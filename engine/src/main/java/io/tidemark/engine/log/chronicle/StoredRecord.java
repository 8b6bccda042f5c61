// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

/**
 * What one record of a segment file is, for people and tools.
 *
 * @param segmentNumber its segment
 * @param position byte of the file at which it begins
 * @param kind what it is
 * @param live whether it is part of the log; false once cut away, or below the log start
 * @param baseOffset offset of its first record; the log end where it has none
 * @param endOffset offset after its last record
 * @param leaderEpoch leader epoch; -1 for none
 * @param count records in the batch
 * @param sizeBytes bytes of the body
 * @param maxTimestampMs largest timestamp, milliseconds since 1970-01-01 UTC; -1 for none
 * @param producerId producer id; -1 for none
 * @param producerEpoch producer epoch; -1 for none
 * @param baseSequence sequence of the first record; -1 for none
 * @param appendMs wall clock of the append, milliseconds since 1970-01-01 UTC
 * @param detail what else there is to say; for a fault, what is wrong
 */
public record StoredRecord(
        int segmentNumber,
        long position,
        Kind kind,
        boolean live,
        long baseOffset,
        long endOffset,
        int leaderEpoch,
        int count,
        int sizeBytes,
        long maxTimestampMs,
        long producerId,
        short producerEpoch,
        int baseSequence,
        long appendMs,
        String detail) {
    StoredRecord endingAt(long offset) {
        return new StoredRecord(
                segmentNumber,
                position,
                kind,
                live,
                baseOffset,
                offset,
                leaderEpoch,
                count,
                sizeBytes,
                maxTimestampMs,
                producerId,
                producerEpoch,
                baseSequence,
                appendMs,
                detail);
    }

    StoredRecord writtenIn(int epoch, long atMs) {
        return new StoredRecord(
                segmentNumber,
                position,
                kind,
                live,
                baseOffset,
                endOffset,
                epoch,
                count,
                sizeBytes,
                maxTimestampMs,
                producerId,
                producerEpoch,
                baseSequence,
                atMs,
                detail);
    }

    /** Kinds of what is found. */
    public enum Kind {
        /** A record batch. */
        BATCH,
        /** The log was cut here. */
        TRUNCATE,
        /** A leader epoch begins. */
        EPOCH,
        /** Offsets that are not there. */
        GAP,
        /** What cannot be read. */
        FAULT
    }
}
