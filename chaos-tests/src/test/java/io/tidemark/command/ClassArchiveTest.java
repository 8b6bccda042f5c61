// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Class archives make starts fast and must never be in the way: absent, of another build, or damaged. */
@Timeout(180)
class ClassArchiveTest {
    private static final List<String> START =
            List.of("cluster", "start", "--nodes", "1", "--base-port", "0", "--dir", "c");
    private static final String CLI_JAR = "lib/tidemark-cli-0.1.0-SNAPSHOT.jar";

    private final Path directory;
    private final Path home;

    ClassArchiveTest(@TempDir Path directory) {
        this.directory = directory;
        this.home = directory.resolve("home");
    }

    /** A copy, because archives belong to the directory that they are made in. */
    @BeforeEach
    void unpack() throws IOException {
        Path built = Distribution.built().home();
        try (Stream<Path> files = Files.walk(built)) {
            for (Path file :
                    files.filter(file -> !file.startsWith(built.resolve("cds"))).toList()) {
                Files.copy(file, home.resolve(built.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private Distribution.Ended run(List<String> words) {
        return new Distribution(home).run(directory, Map.of(), words);
    }

    /** Starts and stops a node; what the start said. */
    private String startAndStop() {
        Distribution.Ended started = run(START);
        assertThat(run(List.of("cluster", "kill", "all", "--dir", "c")).exitCode())
                .isZero();
        assertThat(started.exitCode()).as(started.err()).isZero();
        return started.err();
    }

    private List<Path> archives() {
        try (Stream<Path> files = Files.walk(home.resolve("cds"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void areMadeOnceLeftAsideWithoutAWordWhenDamagedAndMadeAgainForOtherLibraries() throws IOException {
        String said = startAndStop();
        List<Path> first = archives();
        assertThat(first).as(said).hasSize(2);

        for (Path archive : first) {
            Files.write(archive, new byte[4096]);
        }
        startAndStop();
        assertThat(run(List.of("--version")).err()).isEmpty();
        assertThat(Files.readString(directory.resolve("c/node-1/log/node.log"))).doesNotContain("warning", "[error]");
        assertThat(archives()).containsExactlyInAnyOrderElementsOf(first);

        Files.setLastModifiedTime(home.resolve(CLI_JAR), FileTime.fromMillis(1_000_000_000_000L));
        startAndStop();
        assertThat(archives()).hasSize(4).containsAll(first);
    }

    @Test
    void areNotMissedWhereTheInstallationCannotBeWritten() throws IOException {
        // Stands for a directory without write permission, which would not stop a privileged user.
        Files.createFile(
                home.resolve("cds"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--")));

        startAndStop();

        assertThat(home.resolve("cds")).isRegularFile();
    }
}
