// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import io.tidemark.benchmarks.report.RunResult.CurvePoint;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** One load on a running cluster. */
public interface Scenario {
    /** Name in results and on the command line. */
    String name();

    /** Runs it on topics of its own, which it deletes. */
    Outcome run(LogSystem system, RunTimes times) throws IOException, InterruptedException;

    /** Whether the cluster is of no further use afterwards. */
    default boolean breaksCluster() {
        return false;
    }

    /**
     * What it measured.
     *
     * @param metrics values by metric name
     * @param settings what it did
     * @param curves latency distributions
     */
    record Outcome(
            SortedMap<String, Double> metrics,
            SortedMap<String, String> settings,
            SortedMap<String, List<CurvePoint>> curves) {
        /** An outcome to fill. */
        static Outcome empty() {
            return new Outcome(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        }

        void describe(ProducerSettings producer, int valueBytes) {
            settings.put("acks", "all");
            settings.put("batch.size", String.valueOf(producer.batchBytes()));
            settings.put("linger.ms", String.valueOf(producer.lingerMs()));
            settings.put("valueBytes", String.valueOf(valueBytes));
        }
    }
}
