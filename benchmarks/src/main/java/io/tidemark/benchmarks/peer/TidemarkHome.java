// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the distribution lies: as told by {@code tidemark.home}, else as built beside this module; installed as documented. */
final class TidemarkHome {
    private static final Path BUILT = Path.of("cli", "target", "tidemark");

    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(3);

    private TidemarkHome() {}

    /** The distribution after every step of its installation, of which class archives are the last. */
    static Path installed() throws IOException {
        Path home = find();
        if (hasArchives(home.resolve("cds"))) {
            return home;
        }
        Process archiving = new ProcessBuilder("bash", home.resolve("tidemark").toString(), "archive-classes")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!archiving.waitFor(INSTALL_LIMIT.toSeconds(), TimeUnit.SECONDS) || archiving.exitValue() != 0) {
                throw new IOException("`" + home.resolve("tidemark") + " archive-classes` failed: run it by hand");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the installation was interrupted");
        } finally {
            archiving.destroy();
        }
        return home;
    }

    /** The launcher leaves an empty directory where it could make none. */
    private static boolean hasArchives(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.anyMatch(file -> file.endsWith("node.jsa"));
        }
    }

    private static Path find() {
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
