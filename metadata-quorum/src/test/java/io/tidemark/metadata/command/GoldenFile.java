// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** A file that holds what a format looked like when it was last agreed on; {@code -Dgolden.rewrite=true} agrees anew. */
final class GoldenFile {
    private static final Path FOLDER = Path.of("src/test/resources/golden/metadata");

    private final Path path;

    GoldenFile(String name) {
        this.path = FOLDER.resolve(name);
    }

    void holds(String content) {
        try {
            if (Boolean.getBoolean("golden.rewrite")) {
                Files.createDirectories(FOLDER);
                Files.writeString(path, content, StandardCharsets.UTF_8);
            }
            assertThat(content).as("content of %s", path).isEqualTo(Files.readString(path, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + path + "; -Dgolden.rewrite=true writes it", e);
        }
    }

    /** The bytes that the file holds after its text. */
    byte[] bytes() {
        try {
            String text = Files.readString(path, StandardCharsets.UTF_8);
            String hex = text.substring(text.indexOf(GoldenText.BYTES) + GoldenText.BYTES.length());
            return HexFormat.of().parseHex(hex.replace("\n", ""));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
