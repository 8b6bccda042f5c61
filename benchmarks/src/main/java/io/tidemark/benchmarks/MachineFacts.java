// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** Where a comparison ran. */
final class MachineFacts {
    private MachineFacts() {}

    static Map<String, String> collect() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "processor",
                first(Path.of("/proc/cpuinfo"), "model name") + ", "
                        + Runtime.getRuntime().availableProcessors() + " cores");
        facts.put("memory", first(Path.of("/proc/meminfo"), "MemTotal"));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("Apache Kafka", AppInfoParser.getVersion());
        facts.put("written", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return facts;
    }

    private static String first(Path file, String name) throws IOException {
        if (!Files.exists(file)) {
            return "unknown";
        }
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name)) {
                return line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return "unknown";
    }
}
