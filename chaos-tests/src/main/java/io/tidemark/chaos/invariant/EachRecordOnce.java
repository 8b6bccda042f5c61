// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No value stands at two offsets, in whatever anybody read or was told (I15; duplicate). */
public final class EachRecordOnce implements HistoryInvariant {
    /** Stateless. */
    public EachRecordOnce() {}

    @Override
    public List<String> violations(History history) {
        Map<Long, Sighting> known = new HashMap<>();
        List<String> found = new ArrayList<>();
        Sighting.forEach(history, seen -> {
            Sighting before = known.putIfAbsent(seen.value(), seen);
            if (before != null && before.offset() != seen.offset()) {
                found.add("duplicate: " + before + " and " + seen);
            }
        });
        return found;
    }
}
