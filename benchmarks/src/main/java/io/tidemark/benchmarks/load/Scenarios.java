// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import io.tidemark.benchmarks.load.ThroughputScenario.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every scenario by name. */
public final class Scenarios {
    private static final int KIB = 1024;
    private static final Map<String, Scenario> ALL = all();

    private Scenarios() {}

    /** Names in the order in which they run. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /**
     * The named scenarios, in the order in which they should run on one cluster.
     *
     * @throws IllegalArgumentException when a name is not known
     */
    public static List<Scenario> named(List<String> names) {
        for (String name : names) {
            if (!ALL.containsKey(name)) {
                throw new IllegalArgumentException("there is no scenario " + name + ", only " + names());
            }
        }
        List<Scenario> chosen = new ArrayList<>();
        ALL.forEach((name, scenario) -> {
            if (names.contains(name)) {
                chosen.add(scenario);
            }
        });
        return chosen;
    }

    private static Map<String, Scenario> all() {
        Map<String, Scenario> all = new LinkedHashMap<>();
        ProducerSettings usual = ProducerSettings.KAFKA_DEFAULT;
        for (Scenario scenario : List.of(
                ThroughputScenario.of("throughput-1k", 6, KIB, usual, Variant.PLAIN),
                ThroughputScenario.of(
                        "throughput-1k-batch-64k", 6, KIB, new ProducerSettings(64 * KIB, 5), Variant.PLAIN),
                ThroughputScenario.of("throughput-100b", 6, 100, usual, Variant.PLAIN),
                ThroughputScenario.of("throughput-16k", 6, 16 * KIB, new ProducerSettings(128 * KIB, 5), Variant.PLAIN),
                ThroughputScenario.of("throughput-1m", 6, KIB * KIB, new ProducerSettings(KIB * KIB, 5), Variant.PLAIN),
                new LatencyScenario("latency-1k", 1_000, false),
                new LatencyScenario("latency-10k", 10_000, false),
                new LatencyScenario("end-to-end", 1_000, true),
                new CatchUpScenario("catch-up-warm", false),
                ThroughputScenario.of("flushed", 6, KIB, usual, Variant.FLUSHED),
                ThroughputScenario.of("partitions-1", 1, KIB, usual, Variant.ROUND_ROBIN),
                ThroughputScenario.of("partitions-6", 6, KIB, usual, Variant.ROUND_ROBIN),
                ThroughputScenario.of("partitions-100", 100, KIB, usual, Variant.ROUND_ROBIN),
                ThroughputScenario.of("partitions-1000", 1000, KIB, usual, Variant.ROUND_ROBIN),
                new GrowthScenario(),
                new CatchUpScenario("catch-up-cold", true),
                new FailoverScenario())) {
            all.put(scenario.name(), scenario);
        }
        return all;
    }
}
