// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was acknowledged or read once at an offset is read there always, by everyone (I6; inconsistent-offset). */
public final class OffsetsAreStable implements HistoryInvariant {
    /** Stateless. */
    public OffsetsAreStable() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, Map<Long, Sighting>> known = new HashMap<>();
        List<String> found = new ArrayList<>();
        Sighting.forEach(history, seen -> {
            Sighting before = known.computeIfAbsent(seen.partition(), unused -> new HashMap<>())
                    .putIfAbsent(seen.offset(), seen);
            if (before != null && before.value() != seen.value()) {
                found.add("changed: " + before + " and " + seen);
            }
        });
        return found;
    }
}
