// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file with one result a line, to which every sitting adds. */
final class ResultsFile {
    private static final Gson GSON = new Gson();

    private final Path path;

    ResultsFile(Path path) {
        this.path = path;
    }

    /** All results so far; a last line that was torn by the end of a sitting counts for nothing. */
    List<RunResult> read() throws IOException {
        List<RunResult> results = new ArrayList<>();
        if (Files.exists(path)) {
            String text = Files.readString(path);
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
                if (!line.isBlank()) {
                    results.add(GSON.fromJson(line, RunResult.class));
                }
            }
        }
        return results;
    }

    /** Adds a result; a torn last line goes. */
    void add(RunResult result) throws IOException {
        String text = Files.exists(path) ? Files.readString(path) : "";
        if (!text.isEmpty() && !text.endsWith("\n")) {
            Files.writeString(path, text.substring(0, text.lastIndexOf('\n') + 1));
        }
        Files.writeString(path, GSON.toJson(result) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
