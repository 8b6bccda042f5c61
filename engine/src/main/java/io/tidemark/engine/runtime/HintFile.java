// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Where high watermarks are remembered from one life to the next. Losing it, or an older content, costs only time. */
public interface HintFile {
    /** The text last written; empty when there is none. */
    String read() throws IOException;

    /** Replaces the text. */
    void write(String text) throws IOException;

    /** A file of the data directory, replaced as a whole. */
    static HintFile at(Path file) {
        return new HintFile() {
            @Override
            public String read() throws IOException {
                return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
            }

            @Override
            public void write(String text) throws IOException {
                Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
                Files.writeString(fresh, text, StandardCharsets.UTF_8);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }

            @Override
            public String toString() {
                return file.toString();
            }
        };
    }
}
