// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What stands beside the numbers.
 *
 * @param command what makes the page
 * @param machine where it ran, by name
 */
public record PageFacts(String command, Map<String, String> machine) {
    static final String HOW_TO_READ =
            "Each pair is one run of each system after another on the same machine, with the same load, heap and"
                    + " flags. Values are medians over the runs; the ratio is Tidemark's value to its peer's within each"
                    + " pair, its median with the sign-test interval in brackets. Latency counts from the moment a record"
                    + " was due, not from when it could be sent. CPU and memory are those of the three nodes together"
                    + " unless the name says client.";

    /** Copies the map, in its order. */
    public PageFacts {
        machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
    }
}
