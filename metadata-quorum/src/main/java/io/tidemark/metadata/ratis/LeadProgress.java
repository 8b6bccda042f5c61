// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.util.List;

/**
 * How far a leader is.
 *
 * @param term the term in which it leads
 * @param committedIndex index of the last entry that is committed
 * @param matchIndices for each other voter, the last entry that it is known to hold
 */
record LeadProgress(long term, long committedIndex, List<Long> matchIndices) {
    LeadProgress {
        matchIndices = List.copyOf(matchIndices);
    }
}
