// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the sealed segments of one log again, byte by byte, because disks change what was whole and a checkpoint keeps
 * recovery from looking. One thread.
 */
final class LogScrub {
    private static final Logger LOGGER = LoggerFactory.getLogger(LogScrub.class);

    private final LogPlace place;
    private final LogState state;
    private final Set<Segment> logged = new HashSet<>();

    LogScrub(LogPlace place, LogState state) {
        this.place = place;
        this.state = state;
    }

    /**
     * One pass.
     *
     * @param found is told of each damaged segment at every pass: who could not act the last time, because the replica had not
     *     begun yet or nobody else was in sync, may be able to now
     */
    void run(Pace pace, FaultListener found) throws IOException {
        LogView view = state.view();
        logged.removeIf(segment -> view.indexOf(segment) < 0);
        List<SegmentSpan> live = view.live();
        for (SegmentSpan span : live.subList(0, Math.max(0, live.size() - 1))) {
            Segment segment = span.segment();
            String fault = faultOf(span, pace);
            if (!fault.isEmpty() && state.view().isLive(segment) && !state.isClosed()) {
                note(segment, fault);
                found.onFault("segment " + segment.number() + ": " + fault);
            }
        }
    }

    private String faultOf(SegmentSpan span, Pace pace) throws IOException {
        Segment segment = span.segment();
        SegmentFile file = new SegmentFile(segment.file().path());
        try {
            SegmentScan scan = new SegmentScan(segment.number(), file, place.identity(), null, pace);
            scan.run();
            Segment read = scan.segment();
            if (read != null && isWhole(span, read)) {
                return "";
            }
            return scan.fault().isEmpty() ? "records are missing" : scan.fault();
        } catch (InterruptedIOException told) {
            throw told;
        } catch (ClosedByInterruptException told) {
            throw new InterruptedIOException("told to end while it read");
        } catch (IOException unreadable) {
            return "cannot be read: " + unreadable.getMessage();
        } finally {
            file.retire();
        }
    }

    /** What a cut left without use may be damaged. */
    private static boolean isWhole(SegmentSpan span, Segment read) {
        return read.endPosition() >= span.segment().endPosition()
                || (!span.isWhole() && read.endOffset() >= span.endOffset());
    }

    private void note(Segment segment, String fault) {
        if (logged.add(segment)) {
            LOGGER.error("{}: damage found: segment {}: {}", state.name(), segment.number(), fault);
        }
        try {
            state.foundDamage();
        } catch (IOException failed) {
            LOGGER.error("{}: the next start will not know of the damage", state.name(), failed);
        }
    }

    /** Told of damage. */
    @FunctionalInterface
    interface FaultListener {
        /** One line about it. */
        void onFault(String fault);
    }
}
