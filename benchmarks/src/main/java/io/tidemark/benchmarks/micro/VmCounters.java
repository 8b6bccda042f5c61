// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counters of the kernel that tell apart what appends cost in it: faults and pages that were taken, of the whole machine. */
final class VmCounters {
    private static final Path VMSTAT = Path.of("/proc/vmstat");
    /** Not on every kernel; what is reported to the host is taken from it again at the next touch. */
    private static final Path REPORTED = Path.of("/sys/module/page_reporting/parameters/reported_kib");

    /** Counters with one of these names, or one for each zone that begins so, summed. */
    private static final List<String> NAMES =
            List.of("pgfault", "pgmajfault", "pgalloc_", "pgfree", "allocstall_", "pgscan_direct", "compact_stall");

    private final Map<String, Long> values;

    private VmCounters(Map<String, Long> values) {
        this.values = values;
    }

    /** Those of now; none where the kernel has no such file. */
    static VmCounters now() throws IOException {
        VmCounters counters = of(Files.isReadable(VMSTAT) ? Files.readAllLines(VMSTAT) : List.of());
        if (Files.isReadable(REPORTED)) {
            counters.values.put(
                    "reported_kib", Long.parseLong(Files.readString(REPORTED).strip()));
        }
        return counters;
    }

    static VmCounters of(List<String> vmstat) {
        Map<String, Long> values = new TreeMap<>();
        for (String line : vmstat) {
            String[] words = line.split(" ", 2);
            for (String name : NAMES) {
                if (words[0].equals(name) || (name.endsWith("_") && words[0].startsWith(name))) {
                    values.merge(name, Long.parseLong(words[1]), Long::sum);
                }
            }
        }
        return new VmCounters(values);
    }

    /** What was counted from an earlier moment on. */
    String since(VmCounters earlier) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(text.length() == 0 ? "" : ", ")
                .append(name.endsWith("_") ? name.substring(0, name.length() - 1) : name)
                .append(' ')
                .append(value - earlier.values.getOrDefault(name, 0L)));
        return text.length() == 0 ? "not readable" : text.toString();
    }
}
