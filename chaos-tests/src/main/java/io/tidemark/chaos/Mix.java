// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemeses;
import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.Storage;
import java.util.List;

/**
 * Faults that go together, on the cluster that they need.
 *
 * @param name name in summaries
 * @param nemeses beginnings of names of faults
 * @param isNamespaced whether nodes live in network namespaces
 * @param storage what data directories lie on
 */
record Mix(String name, List<String> nemeses, boolean isNamespaced, Storage storage) {
    /** The columns of the matrix. Those that need root come last. */
    static List<Mix> matrix() {
        return List.of(
                new Mix("kill", List.of("kill"), false, Storage.PLAIN),
                new Mix("freeze", List.of("freeze"), false, Storage.PLAIN),
                new Mix("partition", List.of("partition", "slow"), false, Storage.PLAIN),
                new Mix(
                        "overlap",
                        List.of("kill-successor", "kill-in", "kill-last", "freeze", "partition"),
                        false,
                        Storage.PLAIN),
                new Mix("restart", List.of("rolling", "kill-any", "kill-controller"), false, Storage.PLAIN),
                new Mix("damage", List.of("bit-flip", "truncated", "kill-leader"), false, Storage.PLAIN),
                new Mix("namespaces", List.of("partition", "kill-leader"), true, Storage.PLAIN),
                new Mix("disk", List.of("full-disk", "kill-leader"), false, Storage.MEMORY),
                new Mix(
                        "power",
                        List.of("power-cut", "kill-leader", "partition-isolated-leader"),
                        false,
                        Storage.IMAGE));
    }

    boolean needsRoot() {
        return isNamespaced || storage != Storage.PLAIN;
    }

    List<Nemesis> faults() {
        return Nemeses.named(nemeses);
    }
}
