// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cli.terminal.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoInputTest {
    private final Path directory;

    DemoInputTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void shipsADataFileOfAtLeast20000LinesWithItsLicence() throws IOException {
        Path data = Path.of("src/main/data");

        assertThat(InputFile.countLines(data.resolve("zipcodes.csv"))).isGreaterThanOrEqualTo(20_000);
        assertThat(data.resolve("NOTICE.md")).content().contains("zipcodes.csv", "Licence");
    }

    @Test
    void readsAFileAgainFromTheTop() throws IOException {
        Path file = Files.writeString(directory.resolve("two"), "a\nb");

        try (InputFile input = new InputFile(file)) {
            assertThat(input.next()).isEqualTo("a".getBytes(UTF_8));
            assertThat(input.next()).isEqualTo("b".getBytes(UTF_8));
            assertThat(input.next()).isEqualTo("a".getBytes(UTF_8));
        }
    }

    @Test
    void refusesAnEmptyFile() throws IOException {
        Path file = Files.writeString(directory.resolve("empty"), "");

        assertThatThrownBy(() -> InputFile.countLines(file))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("is empty");
    }

    @Test
    void tellsLinesApartByTheirFingerprint() {
        assertThat(Fingerprint.of("ab".getBytes(UTF_8)))
                .isEqualTo(Fingerprint.of("ab".getBytes(UTF_8)))
                .isNotEqualTo(Fingerprint.of("ba".getBytes(UTF_8)))
                .isNotEqualTo(Fingerprint.of("a".getBytes(UTF_8)));
    }
}
