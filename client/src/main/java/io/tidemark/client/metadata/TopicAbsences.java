// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import java.util.HashMap;
import java.util.Map;

/**
 * Since when nodes say that a topic does not exist. One such answer proves little, the node may lag behind; a second and
 * a half of nothing else does.
 */
final class TopicAbsences {
    private static final int GONE_AFTER_MS = 1_500;
    private static final int MIN_ANSWERS = 3;

    private final Map<String, Absence> absences = new HashMap<>();

    private record Absence(long sinceMs, int answers) {}

    void onAbsent(String topic, long nowMs) {
        absences.merge(topic, new Absence(nowMs, 1), (known, next) -> new Absence(known.sinceMs, known.answers + 1));
    }

    void forget(String topic) {
        absences.remove(topic);
    }

    boolean isGone(String topic, long nowMs) {
        Absence absence = absences.get(topic);
        return absence != null && absence.answers >= MIN_ANSWERS && nowMs - absence.sinceMs >= GONE_AFTER_MS;
    }
}
