// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.ClusterSetup;
import java.time.Duration;
import java.util.List;

/**
 * A run to do.
 *
 * @param seed where all its choices begin
 * @param setup the cluster, and where all files of the run lie
 * @param isNamespaced whether nodes live in network namespaces, else behind proxies
 * @param nemeses kinds of faults; those that do not suit the cluster are left out
 * @param load how long clients work
 * @param topicConfig configs of the topic beyond the usual
 */
public record RunPlan(
        long seed,
        ClusterSetup setup,
        boolean isNamespaced,
        List<Nemesis> nemeses,
        Duration load,
        java.util.Map<String, String> topicConfig) {}
