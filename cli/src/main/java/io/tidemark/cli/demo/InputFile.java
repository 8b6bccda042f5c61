// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.record.LineReader;
import io.tidemark.cli.terminal.CommandException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file read line by line, from the top again after its end. Not thread-safe. */
final class InputFile implements Closeable {
    private final Path path;
    private LineReader lines;

    InputFile(Path path) throws IOException {
        this.path = path;
        this.lines = open(path);
    }

    private static LineReader open(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw CommandException.failed("cannot read " + path + ": no such file");
        }
        return new LineReader(Files.newInputStream(path));
    }

    /** Number of lines of a file, at least one. */
    static int countLines(Path path) throws IOException {
        long count = 0;
        try (LineReader reader = open(path)) {
            while (reader.next() != null) {
                count++;
            }
        }
        if (count == 0) {
            throw CommandException.failed(path + " is empty: give a file with lines in it");
        }
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    /** The next line without its newline. */
    byte[] next() throws IOException {
        byte[] line = lines.next();
        if (line == null) {
            lines.close();
            lines = open(path);
            line = lines.next();
        }
        if (line == null) {
            throw CommandException.failed(path + " became empty");
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
