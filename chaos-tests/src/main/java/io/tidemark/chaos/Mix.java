// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemeses;
import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.Storage;
import java.util.List;
import java.util.Map;

/**
 * Faults that go together, on the cluster that they need: a row of the matrix.
 *
 * @param name name in summaries
 * @param nemeses beginnings of names of faults
 * @param isNamespaced whether nodes live in network namespaces
 * @param storage what data directories lie on
 * @param extraBrokers nodes beside the three voters
 * @param hasSeams whether clocks and disks of nodes can be tampered with
 * @param topicConfig configs of the topic beyond the usual
 */
record Mix(
        String name,
        List<String> nemeses,
        boolean isNamespaced,
        Storage storage,
        int extraBrokers,
        boolean hasSeams,
        Map<String, String> topicConfig) {
    private static final String KILL = "kill-leader";

    /** On plain directories behind proxies. */
    static Mix of(String name, String... nemeses) {
        return new Mix(name, List.of(nemeses), false, Storage.PLAIN, 0, false, Map.of());
    }

    Mix on(Storage other) {
        return new Mix(name, nemeses, isNamespaced, other, extraBrokers, hasSeams, topicConfig);
    }

    Mix inNamespaces() {
        return new Mix(name, nemeses, true, storage, extraBrokers, hasSeams, topicConfig);
    }

    Mix withExtraBroker() {
        return new Mix(name, nemeses, isNamespaced, storage, 1, hasSeams, topicConfig);
    }

    Mix withSeams() {
        return new Mix(name, nemeses, isNamespaced, storage, extraBrokers, true, topicConfig);
    }

    Mix flushed() {
        Map<String, String> config = Map.of("durability", "flushed");
        return new Mix(name, nemeses, isNamespaced, storage, extraBrokers, hasSeams, config);
    }

    /** The rows of the matrix. Those that need root come last. */
    static List<Mix> matrix() {
        return List.of(
                Mix.of(
                        "kill",
                        "kill-leader",
                        "kill-controller",
                        "kill-coordinator",
                        "kill-any",
                        "kill-follower",
                        "kill-majority",
                        "kill-all"),
                Mix.of("freeze", "freeze"),
                Mix.of("partition", "partition", "slow-links"),
                Mix.of(
                                "overlap",
                                "two-at-once",
                                "kill-successor",
                                "kill-in",
                                "kill-last",
                                "kill-elr",
                                "kill-beside",
                                "kill-at",
                                "freeze",
                                "partition")
                        .withSeams(),
                Mix.of("restart", "rolling", "kill-any", "kill-controller"),
                Mix.of("damage", "bit-flip", "truncated", "damaged", KILL),
                Mix.of("clock", "clock", KILL).withSeams(),
                Mix.of("slow-disk", "slow-disk", KILL).withSeams(),
                Mix.of("disk-error", "disk-error", KILL).withSeams(),
                Mix.of("moves", "moved-replicas", KILL).withExtraBroker(),
                Mix.of("voters", "voter-away", KILL),
                Mix.of("namespaces", "partition", KILL).inNamespaces(),
                Mix.of("disk-full", "full-disk", KILL).on(Storage.MEMORY).withExtraBroker(),
                Mix.of("power", "power-cut", KILL, "partition-isolated-leader").on(Storage.IMAGE),
                Mix.of("outage", "outage", "kill-all", KILL).on(Storage.IMAGE).flushed());
    }

    boolean needsRoot() {
        return isNamespaced || storage != Storage.PLAIN;
    }

    List<Nemesis> faults() {
        return Nemeses.named(nemeses);
    }
}
