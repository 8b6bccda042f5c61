// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the sealed segments of one log again, byte by byte, because disks change what was whole and a checkpoint keeps
 * recovery from looking. One thread.
 */
final class LogScrub {
    private final LogPlace place;
    private final LogState state;
    private final Set<Segment> reported = new HashSet<>();

    LogScrub(LogPlace place, LogState state) {
        this.place = place;
        this.state = state;
    }

    /** @param found is told of each damaged segment once */
    void run(Pace pace, FaultListener found) throws IOException {
        LogView view = state.view();
        reported.removeIf(segment -> view.indexOf(segment) < 0);
        List<SegmentSpan> live = view.live();
        for (SegmentSpan span : live.subList(0, Math.max(0, live.size() - 1))) {
            Segment segment = span.segment();
            String fault = reported.contains(segment) ? "" : faultOf(segment, pace);
            if (!fault.isEmpty() && state.view().isLive(segment) && !state.isClosed()) {
                reported.add(segment);
                tell(segment, fault, found);
            }
        }
    }

    private String faultOf(Segment segment, Pace pace) throws IOException {
        SegmentFile file = new SegmentFile(segment.file().path());
        try {
            SegmentScan scan = new SegmentScan(segment.number(), file, place.identity(), null, pace);
            scan.run();
            Segment read = scan.segment();
            if (read != null && read.endPosition() >= segment.endPosition()) {
                return "";
            }
            return scan.fault().isEmpty() ? "records are missing" : scan.fault();
        } catch (InterruptedIOException told) {
            throw told;
        } catch (IOException unreadable) {
            return "cannot be read: " + unreadable.getMessage();
        } finally {
            file.retire();
        }
    }

    private void tell(Segment segment, String fault, FaultListener found) throws IOException {
        state.foundDamage();
        found.onFault("segment " + segment.number() + ": " + fault);
    }

    /** Told of damage. */
    @FunctionalInterface
    interface FaultListener {
        /** One line about it. */
        void onFault(String fault);
    }
}
