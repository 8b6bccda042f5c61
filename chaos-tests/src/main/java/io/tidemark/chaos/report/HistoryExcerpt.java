// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of a history that anomalies name, as {@code [op 123]}, so that nobody has to look for them in a large file. */
final class HistoryExcerpt {
    private static final Pattern NAMED = Pattern.compile("\\[op (\\d+)]");
    private static final int LONGEST = 2_000;

    private final Map<Long, List<String>> lines = new HashMap<>();

    private HistoryExcerpt() {}

    /** Of a history's file; empty when there is none, as when a run broke off before it. */
    static HistoryExcerpt of(Path history, Collection<String> anomalies) throws IOException {
        Set<Long> wanted = new HashSet<>();
        anomalies.forEach(anomaly -> wanted.addAll(named(anomaly)));
        HistoryExcerpt excerpt = new HistoryExcerpt();
        if (!wanted.isEmpty() && Files.exists(history)) {
            excerpt.read(history, wanted);
        }
        return excerpt;
    }

    private static List<Long> named(String anomaly) {
        List<Long> named = new ArrayList<>();
        Matcher operations = NAMED.matcher(anomaly);
        while (operations.find()) {
            named.add(Long.parseLong(operations.group(1)));
        }
        return named;
    }

    /** An operation is named by its invocation; its completion is the next line of the same process. */
    private void read(Path history, Set<Long> wanted) throws IOException {
        Map<String, Long> open = new HashMap<>();
        try (BufferedReader reader = Files.newBufferedReader(history)) {
            String line = reader.readLine();
            while (line != null) {
                JsonObject event = JsonParser.parseString(line).getAsJsonObject();
                String process = event.get("process").getAsString();
                long index = event.get("index").getAsLong();
                if (wanted.contains(index)) {
                    open.put(process, index);
                    lines.put(index, new ArrayList<>(List.of(shortened(line))));
                } else {
                    List<String> invocation = lines.get(open.getOrDefault(process, -1L));
                    if (invocation != null) {
                        invocation.add(shortened(line));
                        open.remove(process);
                    }
                }
                line = reader.readLine();
            }
        }
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " and so on";
    }

    /** What an anomaly names, in the order in which it does. */
    List<String> of(String anomaly) {
        return named(anomaly).stream()
                .distinct()
                .flatMap(index -> lines.getOrDefault(index, List.of()).stream())
                .toList();
    }
}
