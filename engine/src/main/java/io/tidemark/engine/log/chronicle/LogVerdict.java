// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogStore.StoredLog;
import java.util.List;

/**
 * What reading all of a log found.
 *
 * @param clean whether it is as it was closed in good order
 * @param damaged whether it holds less than was promised
 * @param logStartOffset first offset
 * @param logEndOffset offset after the last record
 * @param lastEpoch the newest leader epoch; -1 for none
 * @param segments number of segments
 * @param sizeBytes bytes of live batches
 * @param faults what does not fit, one line each
 */
public record LogVerdict(
        StoredLog log,
        boolean clean,
        boolean damaged,
        long logStartOffset,
        long logEndOffset,
        int lastEpoch,
        int segments,
        long sizeBytes,
        List<String> faults) {
    /** Whether there is nothing to complain about. */
    public boolean isSound() {
        return !damaged && faults.isEmpty();
    }
}
