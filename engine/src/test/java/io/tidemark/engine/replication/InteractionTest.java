// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file under {@code replication/} says what happened when it was reviewed; {@code -Dgolden.rewrite=true} rewrites. */
class InteractionTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "replication");

    static Stream<String> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void replicasReactAsReviewed(String scenario) throws IOException {
        Path file = FOLDER.resolve(scenario);
        List<String> lines = Files.readAllLines(file);

        String actual = InteractionScript.run(lines);

        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(file, actual);
        }
        assertThat(actual).isEqualTo(String.join("\n", Files.readAllLines(file)) + "\n");
        assertThat(actual).doesNotContain("VIOLATION");
    }
}
