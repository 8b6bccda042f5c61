// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Names and places of one log's files. */
record SegmentFiles(Path directory) {
    private static final String SEGMENT_SUFFIX = ".cq4";
    private static final String CHECKPOINT_SUFFIX = ".index";
    private static final String FOLD_SUFFIX = ".state";
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss'P'");

    Path segment(int number) {
        return directory.resolve(name(number) + SEGMENT_SUFFIX);
    }

    Path checkpoint(int number) {
        return directory.resolve(name(number) + CHECKPOINT_SUFFIX);
    }

    /** Where what a fold saved at the end of a segment is kept. */
    Path fold(Segment segment) {
        return foldOf(segment.number());
    }

    Path foldOf(int number) {
        return directory.resolve(name(number) + FOLD_SUFFIX);
    }

    Path manifest() {
        return directory.resolve("manifest");
    }

    Path mark() {
        return directory.resolve("mark");
    }

    Path queueMetadata() {
        return directory.resolve("metadata.cq4t");
    }

    private static String name(int number) {
        return NAME.format(LocalDateTime.ofEpochSecond(number, 0, ZoneOffset.UTC));
    }

    /** Segment files by number; files with the suffix whose name is not ours are set aside. */
    NavigableMap<Integer, Path> segments() throws IOException {
        NavigableMap<Integer, Path> found = new TreeMap<>();
        for (Path path : withSuffix(SEGMENT_SUFFIX)) {
            int number = numberOf(path);
            if (number < 0) {
                setAside(path, "foreign");
            } else {
                found.put(number, path);
            }
        }
        return found;
    }

    /** Removes what was saved of segments that are not there: a new segment may take the number. */
    void deleteOrphans() throws IOException {
        deleteOrphans(CHECKPOINT_SUFFIX);
        deleteOrphans(FOLD_SUFFIX);
    }

    private void deleteOrphans(String suffix) throws IOException {
        for (Path path : withSuffix(suffix)) {
            String file = path.getFileName().toString();
            String segment = file.substring(0, file.length() - suffix.length()) + SEGMENT_SUFFIX;
            if (Files.notExists(directory.resolve(segment))) {
                Files.delete(path);
            }
        }
    }

    private List<Path> withSuffix(String suffix) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (var stream = Files.newDirectoryStream(directory, "*" + suffix)) {
            stream.forEach(paths::add);
        }
        return paths;
    }

    private static int numberOf(Path path) {
        String file = path.getFileName().toString();
        try {
            LocalDateTime time = LocalDateTime.parse(file.substring(0, file.length() - SEGMENT_SUFFIX.length()), NAME);
            long number = time.toEpochSecond(ZoneOffset.UTC);
            return number >= 0 && number < Integer.MAX_VALUE ? (int) number : -1;
        } catch (DateTimeException notOurs) {
            return -1;
        }
    }

    /** Renames a file so that it is kept but no longer part of the log. */
    static Path setAside(Path path, String why) throws IOException {
        Path target = path.resolveSibling(path.getFileName() + "." + why);
        for (int i = 1; Files.exists(target); i++) {
            target = path.resolveSibling(path.getFileName() + "." + why + "-" + i);
        }
        return Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Makes creations, renames and deletions in a directory survive a power cut. */
    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
