// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the files of one log: scans them, writes down what was found before anything is changed, then sets aside what
 * cannot be part of the log.
 */
record Recovery(
        LogState state,
        int lastNumber,
        NavigableMap<Integer, Manifest.Entry> listed,
        List<Segment> superseded,
        Outcome outcome) {
    private static final Logger LOGGER = LoggerFactory.getLogger(Recovery.class);

    /**
     * What the opener is told.
     *
     * @param clean whether the log is as it was closed
     * @param damaged whether it holds less than was promised
     * @param detail what was found
     */
    record Outcome(boolean clean, boolean damaged, String detail) {}

    static Recovery run(LogPlace place) throws IOException {
        Path directory = place.files().directory();
        boolean isNew = Files.notExists(directory);
        Files.createDirectories(directory);
        MarkFile markFile = MarkFile.open(place.files().mark());
        try {
            return run(place, markFile, isNew);
        } catch (IOException | RuntimeException e) {
            markFile.close();
            throw e;
        }
    }

    private static Recovery run(LogPlace place, MarkFile markFile, boolean isNew) throws IOException {
        SegmentFiles files = place.files();
        LogMark mark = markFile.newest();
        Manifest manifest = Manifest.load(files.manifest(), place.identity());
        files.setForeignAside();
        ScannedLog scanned = new LogScan(files, place.identity(), manifest, mark).run();
        boolean hadNothing = mark == null && manifest == null && scanned.lastNumber() < 0;
        boolean clean = hadNothing || scanned.asClosed();
        LogState state = new LogState(place.name(), markFile, scanned);
        state.rollNext(!clean || (mark != null && mark.rollNext()));
        state.mark(false);
        state.forceMark();
        Manifest found = Manifest.of(place.identity(), place.topic(), scanned);
        if (manifest == null || !found.lists(manifest)) {
            // What is gone was told; listed any longer it would be told again after the next change.
            found.save(files.manifest());
            manifest = found;
        }
        if (isNew) {
            SegmentFiles.forceDirectory(parent(files.directory()));
        }
        setAside(scanned.leftovers());
        files.deleteOrphans();
        Outcome outcome = new Outcome(clean, scanned.damaged(), detail(scanned));
        report(place, scanned, outcome);
        return new Recovery(
                state,
                scanned.lastNumber(),
                manifest.entries(),
                scanned.leftovers().superseded(),
                outcome);
    }

    private static void setAside(ScannedLog.Leftovers leftovers) throws IOException {
        for (Path path : leftovers.unreachable()) {
            SegmentFiles.setAside(path, "damaged");
        }
        for (Path path : leftovers.dropped()) {
            Files.deleteIfExists(path);
        }
    }

    private static String detail(ScannedLog scanned) {
        if (!scanned.damaged()) {
            return "";
        }
        return scanned.faults().isEmpty()
                ? "damage was found at an earlier start"
                : String.join("; ", scanned.faults());
    }

    private static void report(LogPlace place, ScannedLog scanned, Outcome outcome) {
        LogView view = scanned.view();
        if (outcome.damaged()) {
            LOGGER.warn(
                    "{}: damaged, recovered [{}, {}): {}",
                    place.name(),
                    view.logStartOffset(),
                    view.logEndOffset(),
                    outcome.detail());
        } else if (!outcome.clean()) {
            LOGGER.info("{}: recovered [{}, {})", place.name(), view.logStartOffset(), view.logEndOffset());
        }
    }

    private static Path parent(Path directory) {
        Path parent = directory.toAbsolutePath().getParent();
        return parent == null ? directory : parent;
    }
}
