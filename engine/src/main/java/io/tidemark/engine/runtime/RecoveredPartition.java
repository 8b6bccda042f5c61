// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;

/**
 * Where a log ends.
 *
 * @param logEndOffset offset after its last record; -1 when the log cannot be opened
 * @param lastEpoch latest leader epoch in it; -1 when it has none
 * @param damaged whether recovery found less than was promised
 */
public record RecoveredPartition(PartitionKey key, long logEndOffset, int lastEpoch, boolean damaged) {}
