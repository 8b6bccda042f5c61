// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LogFileTest {
    private static final List<String> FILES = List.of(
            "t-0.a/1.cq4",
            "t-0.a/1.index",
            "t-0.a/1.state",
            "t-0.a/2.cq4",
            "t-0.a/manifest",
            "t-1.a/1.cq4",
            "t-1.a/mark",
            "t-1.a/metadata.cq4t",
            "t-other-0.b/1.cq4",
            "other-0.b/1.cq4");

    @TempDir
    Path topics = Path.of("");

    @BeforeEach
    void lay() throws IOException {
        for (String file : FILES) {
            Files.createDirectories(topics.resolve(file).getParent());
            Files.writeString(topics.resolve(file), file);
        }
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                arguments(LogFile.NEWEST_SEGMENT, List.of("t-0.a/2.cq4")),
                arguments(LogFile.OLDER_SEGMENT, List.of("t-0.a/1.cq4")),
                arguments(LogFile.OTHER_PARTITION, List.of("t-1.a/1.cq4")),
                arguments(LogFile.CHECKPOINT, List.of("t-0.a/1.index", "t-0.a/1.state")),
                arguments(LogFile.MANIFEST, List.of("t-0.a/manifest")),
                arguments(LogFile.MARK, List.of("t-1.a/mark")));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void areFoundAmongAllOfATopic(LogFile kind, List<String> expected) throws IOException {
        assertThat(kind.of(topics, "t"))
                .isEqualTo(expected.stream().map(topics::resolve).toList());
    }
}
