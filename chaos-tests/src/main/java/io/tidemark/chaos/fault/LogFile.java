// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Kinds of files of a topic's logs on one node. */
enum LogFile {
    /** The segment of the hottest partition that was written last. */
    NEWEST_SEGMENT,
    /** A segment of any partition that is not written any more. */
    OLDER_SEGMENT,
    /** The last segment of any partition but the hottest. */
    OTHER_PARTITION,
    /** What was saved of a sealed segment, so that it need not be read again: its checkpoint with the index, or a fold. */
    CHECKPOINT,
    /** The list of segments. */
    MANIFEST,
    /** What is remembered from one life to the next. */
    MARK;

    private static final String SEGMENT = ".cq4";

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All such files, in an order that does not depend on the file system. */
    List<Path> of(Path topics, String topic) throws IOException {
        try (Stream<Path> files = Files.walk(topics)) {
            List<Path> all = files.filter(Files::isRegularFile)
                    .filter(file -> isOf(topic, topics.relativize(file)))
                    .sorted()
                    .toList();
            return all.stream().filter(file -> isMeant(file, topic, all)).toList();
        }
    }

    /** Other topics' names may begin as this one's does. */
    private static boolean isOf(String topic, Path file) {
        return file.getName(0).toString().matches(Pattern.quote(topic) + "-\\d+\\..*");
    }

    private boolean isMeant(Path file, String topic, List<Path> all) {
        boolean isHottest = file.getName(file.getNameCount() - 2).toString().startsWith(topic + "-0.");
        return switch (this) {
            case NEWEST_SEGMENT -> isHottest && isNewest(file, all);
            case OLDER_SEGMENT -> isSegment(file) && !isNewest(file, all);
            case OTHER_PARTITION -> !isHottest && isNewest(file, all);
            case CHECKPOINT ->
                file.toString().endsWith(".index") || file.toString().endsWith(".state");
            case MANIFEST -> file.endsWith("manifest");
            case MARK -> file.endsWith("mark");
        };
    }

    private static boolean isSegment(Path file) {
        return file.toString().endsWith(SEGMENT);
    }

    private static boolean isNewest(Path file, List<Path> all) {
        return isSegment(file)
                && all.stream()
                        .filter(other -> isSegment(other) && other.equals(file.resolveSibling(other.getFileName())))
                        .noneMatch(other -> other.compareTo(file) > 0);
    }
}
