// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/**
 * A batch as it lies in one replica's log.
 *
 * @param baseOffset its first offset
 * @param endOffset offset after its last
 * @param leaderEpoch leader epoch in which it was appended
 * @param crc checksum of its contents
 * @param producer who wrote it
 */
public record StoredBatch(long baseOffset, long endOffset, int leaderEpoch, int crc, Identity producer) {
    /**
     * Who wrote a batch.
     *
     * @param producerId producer id; -1 for none
     * @param producerEpoch its epoch
     * @param baseSequence sequence of the first record
     */
    public record Identity(long producerId, int producerEpoch, int baseSequence) {}
}
