// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;
import java.util.SortedMap;

/**
 * The log of one replica as read from its files after its node has stopped.
 *
 * @param topic topic
 * @param nodeId node
 * @param partition partition
 * @param startOffset first offset
 * @param epochs first offset of each leader epoch in the log
 * @param batches all batches in order
 * @param records all records in order; none of topics whose records are no values of the workload
 */
public record ReplicaLog(
        String topic,
        int nodeId,
        int partition,
        long startOffset,
        SortedMap<Integer, Long> epochs,
        List<StoredBatch> batches,
        List<StoredRecord> records) {

    /** Offset after the last record. */
    public long endOffset() {
        return batches.isEmpty() ? startOffset : batches.get(batches.size() - 1).endOffset();
    }
}
