// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;
import java.util.SortedMap;

/**
 * Everything that clients saw in a run, and what a last full read of every partition gave after all was healed.
 *
 * @param sends all writes, in order of completion
 * @param polls all polls, in order of completion
 * @param finalReads per partition all records from the log start to the end, in order
 */
public record History(
        List<SendOperation> sends, List<PollOperation> polls, SortedMap<Integer, List<PollOperation.Seen>> finalReads) {

    /** The last full read of a partition; empty when there was none. */
    public List<PollOperation.Seen> finalRead(int partition) {
        return finalReads.getOrDefault(partition, List.of());
    }
}
