// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What recovery found.
 *
 * @param lastNumber largest segment number seen; -1 for none
 * @param flushedEndOffset end of what is on disk for certain
 * @param cleanedEndOffset end of what was compacted
 * @param asClosed whether the log is exactly as it was closed
 * @param damaged whether it holds less than was promised
 * @param faults what did not fit, one line each
 */
record ScannedLog(
        LogView view,
        EpochList epochs,
        int lastNumber,
        long flushedEndOffset,
        long cleanedEndOffset,
        boolean asClosed,
        boolean damaged,
        List<String> faults,
        Leftovers leftovers) {

    /** Lets go of the files. */
    void retire() throws IOException {
        for (SegmentSpan span : view.spans()) {
            span.segment().retire();
        }
        for (Segment segment : leftovers.superseded()) {
            segment.retire();
        }
    }

    /**
     * Files that are not part of the log any more.
     *
     * @param superseded segments that a truncation cut away whole; they go once its marker is on disk
     * @param unreachable files behind a hole; kept aside for inspection
     * @param dropped files without records and those dropped before; they go at once
     */
    record Leftovers(List<Segment> superseded, List<Path> unreachable, List<Path> dropped) {}
}
