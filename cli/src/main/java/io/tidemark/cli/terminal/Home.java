// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;

/** The directory that the launcher runs from: lib/, conf/, data/. */
public final class Home {
    private final Path directory;

    /** A home at a known place. */
    public Home(Path directory) {
        this.directory = directory;
    }

    /** The home that the launcher named. */
    public static Home ofLauncher() {
        String named = System.getProperty("tidemark.home");
        if (named == null) {
            throw CommandException.failed("the installation is not known: start Tidemark with its `tidemark` launcher");
        }
        return new Home(Path.of(named));
    }

    /** The directory itself. */
    public Path directory() {
        return directory;
    }

    /** Where the class archive of a kind of process, node or client, lies; it need not be there. */
    public Path classArchive(String kind) {
        return directory.resolve("cds").resolve(kind + "-" + Runtime.version().feature() + ".jsa");
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
