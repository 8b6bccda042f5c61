// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/protocol.md} and the interaction files together. */
class ReplicationProtocolTest {
    private static final Path PROTOCOL = Path.of("..", "docs", "protocol.md");
    private static final Path SCENARIOS = Path.of("src", "test", "resources", "replication");

    private static List<String> found(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void rulesAreNumberedWithoutGaps() throws IOException {
        List<String> numbers = found("\\*\\*R(\\d+)\\*\\*", Files.readString(PROTOCOL));

        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, numbers.size())
                        .mapToObj(String::valueOf)
                        .toList());
    }

    @Test
    void namedScenariosExist() throws IOException {
        for (String scenario : found("`(\\w+\\.txt)`", Files.readString(PROTOCOL))) {
            assertThat(SCENARIOS.resolve(scenario)).exists();
        }
    }

    @Test
    void everyScenarioIsNamed() throws IOException {
        List<String> named = found("`(\\w+\\.txt)`", Files.readString(PROTOCOL));
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            assertThat(files.map(file -> file.getFileName().toString())).isSubsetOf(named);
        }
    }

    @Test
    void guardsInFileNamesAreInTheText() throws IOException {
        String protocol = Files.readString(PROTOCOL);
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            TreeSet<String> guards = files.flatMap(
                            file -> found("_g(\\d+)", file.getFileName().toString()).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(guards).allSatisfy(guard -> assertThat(protocol).contains("G" + guard));
        }
    }
}
