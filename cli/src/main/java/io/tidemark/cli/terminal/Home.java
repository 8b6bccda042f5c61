// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The directory that the launcher runs from: lib/, conf/, data/. */
public final class Home {
    private final Path directory;
    private final @Nullable Path archives;

    /** A home at a known place, without class archives. */
    public Home(Path directory) {
        this(directory, null);
    }

    private Home(Path directory, @Nullable Path archives) {
        this.directory = directory;
        this.archives = archives;
    }

    /** The home that the launcher named. */
    public static Home ofLauncher() {
        String named = System.getProperty("tidemark.home");
        if (named == null) {
            throw CommandException.failed("the installation is not known: start Tidemark with its `tidemark` launcher");
        }
        String archives = System.getProperty("tidemark.archives");
        return new Home(Path.of(named), archives == null ? null : Path.of(archives));
    }

    /** The directory itself. */
    public Path directory() {
        return directory;
    }

    /**
     * Where the class archive of a kind of process, node or client, belongs; it need not be there. Empty when the launcher
     * named no place for archives.
     */
    public Optional<Path> classArchive(String kind) {
        return archives == null ? Optional.empty() : Optional.of(archives.resolve(kind + ".jsa"));
    }

    /** A file of the home that must be there. */
    public Path file(String first, String... more) {
        Path file = directory.resolve(Path.of(first, more));
        if (!Files.exists(file)) {
            throw CommandException.failed(file + " is missing: build or unpack Tidemark again");
        }
        return file;
    }
}
