// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The words that start another process of this program on the JVM that runs this one: options files of the home first, then
 * what is added. Not thread-safe.
 */
public final class JavaCommandLine {
    private static final int NATIVE_ACCESS_OPTIONS_SINCE = 24;

    private final Home home;
    private final List<String> words = new ArrayList<>();

    private JavaCommandLine(Home home) {
        this.home = home;
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= NATIVE_ACCESS_OPTIONS_SINCE) {
            words.add("@" + home.file("conf", "jvm-24.options"));
        }
        words.add("-Djava.util.logging.config.file=" + home.file("conf", "logging.properties"));
    }

    /** Begins one for a home. */
    public static JavaCommandLine in(Home home) {
        return new JavaCommandLine(home);
    }

    /** Adds options files of the home's conf directory. */
    public JavaCommandLine options(String... files) {
        for (String file : files) {
            words.add("@" + home.file("conf", file));
        }
        return this;
    }

    /** Adds an option. */
    public JavaCommandLine option(String option) {
        words.add(option);
        return this;
    }

    /** Starts from the class archive of a kind of process if there is one. */
    public JavaCommandLine fromClassArchive(String kind) {
        Path archive = home.classArchive(kind).filter(Files::exists).orElse(null);
        if (archive != null) {
            words.add("-XX:SharedArchiveFile=" + archive);
            silenceArchives();
        }
        return this;
    }

    /** Writes the classes that the process loaded to an archive when it ends in good order. */
    public JavaCommandLine recordingClasses(Path archive) {
        words.add("-XX:ArchiveClassesAtExit=" + archive);
        silenceArchives();
        return this;
    }

    /** An archive for another Java is left aside without a word; the start is then only slower. */
    private void silenceArchives() {
        words.add("-Xlog:cds=off");
        words.add("-Xlog:cds+dynamic=off");
    }

    /** The whole line, running a command of this program. */
    public List<String> running(String... command) {
        words.add("-Dtidemark.home=" + home.directory());
        words.add("-cp");
        words.add(home.file("lib") + "/*");
        words.add("io.tidemark.cli.Main");
        words.addAll(List.of(command));
        return words;
    }
}
