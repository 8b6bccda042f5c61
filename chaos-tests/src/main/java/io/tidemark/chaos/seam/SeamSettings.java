// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.seam;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * What a node's seams are to do. Written by the harness to a file in the node's folder, read there by the agent, which
 * writes beside it how often each took effect.
 *
 * @param clockShiftMs how far the wall clock is off, milliseconds
 * @param forceDelayMs how much longer it takes to force a file, milliseconds
 * @param isLogFailing whether appends to partitions' logs, and forcing them, fail
 */
public record SeamSettings(long clockShiftMs, long forceDelayMs, boolean isLogFailing) {
    /** Everything as usual. */
    public static final SeamSettings NONE = new SeamSettings(0, 0, false);

    static final String SHIFTED = "shifted-clock-reads";
    static final String SLOWED = "slowed-forces";
    static final String FAILED = "failed-log-uses";

    private static final String FILE = "seams";
    private static final String SEEN_FILE = "seams-seen";

    /** Tells the agent of the node whose folder this is. */
    public void write(Path folder) throws IOException {
        replace(
                folder.resolve(FILE),
                "clock=" + clockShiftMs + "\nforce=" + forceDelayMs + "\nfail=" + isLogFailing + "\n");
    }

    static SeamSettings read(Path folder) throws IOException {
        Properties values = load(folder.resolve(FILE));
        return new SeamSettings(
                Long.parseLong(values.getProperty("clock", "0")),
                Long.parseLong(values.getProperty("force", "0")),
                Boolean.parseBoolean(values.getProperty("fail", "false")));
    }

    static void writeSeen(Path folder, String seen) throws IOException {
        replace(folder.resolve(SEEN_FILE), seen);
    }

    /** How often these settings took effect in the node's present life, all kinds together. */
    public long seen(Path folder) throws IOException {
        Properties counts = load(folder.resolve(SEEN_FILE));
        long seen = 0;
        seen += clockShiftMs == 0 ? 0 : Long.parseLong(counts.getProperty(SHIFTED, "0"));
        seen += forceDelayMs == 0 ? 0 : Long.parseLong(counts.getProperty(SLOWED, "0"));
        seen += isLogFailing ? Long.parseLong(counts.getProperty(FAILED, "0")) : 0;
        return seen;
    }

    private static Properties load(Path file) throws IOException {
        Properties values = new Properties();
        try {
            values.load(new StringReader(Files.readString(file)));
        } catch (NoSuchFileException e) {
            return values; // Nothing was asked for or seen yet.
        }
        return values;
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
