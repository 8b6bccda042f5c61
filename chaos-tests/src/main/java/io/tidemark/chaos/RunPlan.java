// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.ClusterSetup;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A run to do.
 *
 * @param seed where all its choices begin
 * @param setup the cluster, and where all files of the run lie
 * @param isNamespaced whether nodes live in network namespaces, else behind proxies
 * @param nemeses kinds of faults; those that do not suit the cluster are left out, and told
 * @param load how long clients work
 * @param topicConfig configs of the topic beyond the usual
 * @param turn number of the run among those with the same faults: each goes on in their list where the one before ended
 */
public record RunPlan(
        long seed,
        ClusterSetup setup,
        boolean isNamespaced,
        List<Nemesis> nemeses,
        Duration load,
        Map<String, String> topicConfig,
        long turn) {
    /** Of a row whose runs have seeds one after the other. */
    public RunPlan(
            long seed,
            ClusterSetup setup,
            boolean isNamespaced,
            List<Nemesis> nemeses,
            Duration load,
            Map<String, String> topicConfig) {
        this(seed, setup, isNamespaced, nemeses, load, topicConfig, seed);
    }
}
