// SPDX-License-Identifier: Apache-2.0
package io.tidemark.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the sources of this build lie. */
final class Repository {
    /** The checkout's root: the nearest folder above that holds ARCHITECTURE.md. */
    static final Path ROOT = findRoot();

    private Repository() {}

    /** Folders of the Maven modules. */
    static List<Path> modules() throws IOException {
        try (Stream<Path> children = Files.list(ROOT)) {
            return children.filter(child -> Files.exists(child.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }

    private static Path findRoot() {
        Path dir = Path.of("").toAbsolutePath();
        while (!Files.exists(dir.resolve("ARCHITECTURE.md"))) {
            Path parent = dir.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "no ARCHITECTURE.md above " + Path.of("").toAbsolutePath());
            }
            dir = parent;
        }
        return dir;
    }
}
