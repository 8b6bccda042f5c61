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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names and places of one log's files. */
record SegmentFiles(Path directory) {
    private static final String SEGMENT_SUFFIX = ".cq4";
    private static final String CLEANED_SUFFIX = ".cleaned";
    private static final Pattern CLEANED = Pattern.compile("(.{16})-([0-9]{1,9})\\.cleaned");
    private static final String CHECKPOINT_SUFFIX = ".index";
    private static final String FOLD_SUFFIX = ".state";
    private static final String BASE_SUFFIX = ".base";
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss'P'");

    Path segment(int number) {
        return segment(number, 0);
    }

    /** The file of a segment that was written anew so often. */
    Path segment(int number, int generation) {
        return directory.resolve(name(number, generation) + (generation == 0 ? SEGMENT_SUFFIX : CLEANED_SUFFIX));
    }

    Path checkpoint(int number) {
        return checkpoint(number, 0);
    }

    Path checkpoint(int number, int generation) {
        return directory.resolve(name(number, generation) + CHECKPOINT_SUFFIX);
    }

    /** Where what a fold saved at the end of a segment is kept. */
    Path fold(Segment segment) {
        return directory.resolve(name(segment.number(), segment.generation()) + FOLD_SUFFIX);
    }

    Path foldOf(int number) {
        return directory.resolve(name(number, 0) + FOLD_SUFFIX);
    }

    /** Where it is kept what all batches below an offset fold to. */
    Path base(long offset) {
        return directory.resolve(offset + BASE_SUFFIX);
    }

    /** All of those, and what crashes left of others. */
    List<Path> bases() throws IOException {
        List<Path> bases = withSuffix(BASE_SUFFIX);
        bases.addAll(withSuffix(BASE_SUFFIX + CheckedFile.FRESH_SUFFIX));
        return bases;
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

    private static String name(int number, int generation) {
        String name = NAME.format(LocalDateTime.ofEpochSecond(number, 0, ZoneOffset.UTC));
        return generation == 0 ? name : name + "-" + generation;
    }

    /** Segment files by number. */
    NavigableMap<Integer, Path> segments() throws IOException {
        NavigableMap<Integer, Path> found = new TreeMap<>();
        for (Path path : withSuffix(SEGMENT_SUFFIX)) {
            int number = numberOf(path);
            if (number >= 0) {
                found.put(number, path);
            }
        }
        return found;
    }

    /** Files of segments that were written anew, with generations, by number. */
    NavigableMap<Integer, NavigableMap<Integer, Path>> cleaned() throws IOException {
        NavigableMap<Integer, NavigableMap<Integer, Path>> found = new TreeMap<>();
        for (Path path : withSuffix(CLEANED_SUFFIX)) {
            Matcher matcher = CLEANED.matcher(path.getFileName().toString());
            int number = matcher.matches() ? numberOf(matcher.group(1)) : -1;
            if (number >= 0) {
                found.computeIfAbsent(number, any -> new TreeMap<>()).put(Integer.parseInt(matcher.group(2)), path);
            }
        }
        return found;
    }

    /** Sets files aside that the queue would take for its own. */
    void setForeignAside() throws IOException {
        for (Path path : withSuffix(SEGMENT_SUFFIX)) {
            if (numberOf(path) < 0) {
                setAside(path, "foreign");
            }
        }
    }

    /** Removes what was saved of segments that are not there: a new segment may take the number. */
    void deleteOrphans() throws IOException {
        deleteOrphans(CHECKPOINT_SUFFIX);
        deleteOrphans(FOLD_SUFFIX);
    }

    private void deleteOrphans(String suffix) throws IOException {
        for (Path path : withSuffix(suffix)) {
            String file = path.getFileName().toString();
            String name = file.substring(0, file.length() - suffix.length());
            if (Files.notExists(directory.resolve(name + SEGMENT_SUFFIX))
                    && Files.notExists(directory.resolve(name + CLEANED_SUFFIX))) {
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
        return numberOf(file.substring(0, file.length() - SEGMENT_SUFFIX.length()));
    }

    private static int numberOf(String name) {
        try {
            LocalDateTime time = LocalDateTime.parse(name, NAME);
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
