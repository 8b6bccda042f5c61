// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Results in a file, one JSON object a line, so that an interrupted comparison keeps what it had. */
public final class ResultFile {
    private static final Gson GSON = new Gson();

    private final Path file;

    /** Results at a place; the file need not exist. */
    public ResultFile(Path file) {
        this.file = file;
    }

    /** Adds a result at the end. */
    public void append(RunResult result) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(
                file, GSON.toJson(Line.of(result)) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** All results in the order written. */
    public List<RunResult> read() throws IOException {
        List<RunResult> results = new ArrayList<>();
        if (!Files.exists(file)) {
            return results;
        }
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank()) {
                results.add(parse(line, number));
            }
        }
        return results;
    }

    private RunResult parse(String line, int number) throws IOException {
        try {
            return GSON.fromJson(line, Line.class).toResult();
        } catch (JsonSyntaxException | NullPointerException e) {
            throw new IOException(file + " line " + number + " is not a result: " + e.getMessage(), e);
        }
    }

    /** The form in the file: plain classes, which Gson can fill. */
    private static final class Line {
        String system = "";
        String scenario = "";
        int pair;
        SortedMap<String, Double> metrics = new TreeMap<>();
        SortedMap<String, String> settings = new TreeMap<>();
        SortedMap<String, List<List<Double>>> curves = new TreeMap<>();

        static Line of(RunResult result) {
            Line line = new Line();
            line.system = result.system();
            line.scenario = result.scenario();
            line.pair = result.pair();
            line.metrics = new TreeMap<>(result.metrics());
            line.settings = new TreeMap<>(result.settings());
            result.curves()
                    .forEach((name, points) -> line.curves.put(
                            name,
                            points.stream()
                                    .map(point -> List.of(point.quantile(), point.micros()))
                                    .toList()));
            return line;
        }

        RunResult toResult() {
            SortedMap<String, List<RunResult.CurvePoint>> points = new TreeMap<>();
            curves.forEach((name, list) -> points.put(
                    name,
                    list.stream()
                            .map(pair -> new RunResult.CurvePoint(pair.get(0), pair.get(1)))
                            .toList()));
            return new RunResult(system, scenario, pair, metrics, settings, points);
        }
    }
}
