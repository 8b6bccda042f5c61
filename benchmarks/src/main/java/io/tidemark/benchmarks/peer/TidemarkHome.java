// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the distribution lies: as told by {@code tidemark.home}, else as built beside this module. */
final class TidemarkHome {
    private static final Path BUILT = Path.of("cli", "target", "tidemark");

    private TidemarkHome() {}

    static Path find() {
        String told = System.getProperty("tidemark.home");
        if (told != null) {
            return Path.of(told).toAbsolutePath();
        }
        for (Path above = here(); above != null; above = above.getParent()) {
            Path home = above.resolve(BUILT);
            if (Files.isDirectory(home.resolve("lib"))) {
                return home;
            }
        }
        throw new IllegalStateException(
                "no built distribution is found: run `mvn -Pquick -DskipTests -pl benchmarks -am"
                        + " package`, or set -Dtidemark.home");
    }

    private static @Nullable Path here() {
        try {
            return Path.of(TidemarkHome.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
