// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stories of one coordinator: what goes in, and below it what comes out. Rewritten with {@code -Dgolden.rewrite=true}. */
class InteractionTest {
    private static final Path STORIES = Path.of("src", "test", "resources", "groups", "interactions");

    static Stream<Path> stories() throws IOException {
        try (Stream<Path> files = Files.list(STORIES)) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void storyHappensAsWritten(Path story) throws IOException {
        GroupStory told = new GroupStory();
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(story)) {
            if (line.startsWith("#") || line.isBlank()) {
                text.append(line).append('\n');
            } else if (!line.startsWith(" ")) {
                text.append(line).append('\n');
                told.run(line)
                        .forEach(effect -> text.append("  ").append(effect).append('\n'));
            }
        }
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(story, text);
        }
        assertThat(text.toString()).isEqualTo(Files.readString(story));
    }
}
