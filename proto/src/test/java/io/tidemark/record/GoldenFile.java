// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file under src/test/resources/golden that holds what a format looks like. A difference is a change of format: if it
 * is meant, run the test with {@code -Dgolden.rewrite=true} and review the difference like code.
 */
public record GoldenFile(String name) {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    /** Fails unless the file holds this text; writes it when asked to. */
    public void assertHolds(String text) {
        try {
            if (Boolean.getBoolean("golden.rewrite")) {
                Files.createDirectories(FOLDER);
                Files.writeString(FOLDER.resolve(name), text);
            }
            assertThat(FOLDER.resolve(name))
                    .as("rewrite with -Dgolden.rewrite=true")
                    .exists();
            assertThat(text).as(name).isEqualTo(read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of the file. */
    public String read() {
        try {
            return Files.readString(FOLDER.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
