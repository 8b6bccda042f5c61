// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** Per partition the highest offset that was acknowledged and the highest that was polled. Thread-safe. */
final class SeenProgress {
    private final AtomicLongArray acknowledged;
    private final AtomicLongArray polled;

    SeenProgress(int partitionCount) {
        acknowledged = new AtomicLongArray(partitionCount);
        polled = new AtomicLongArray(partitionCount);
    }

    void onAcknowledged(int partition, long offset) {
        acknowledged.accumulateAndGet(partition, offset, Math::max);
    }

    void onPolled(int partition, long offset) {
        polled.accumulateAndGet(partition, offset, Math::max);
    }

    /** Partitions with something that nobody has read yet. */
    List<Integer> behind() {
        List<Integer> behind = new ArrayList<>();
        for (int partition = 0; partition < acknowledged.length(); partition++) {
            if (polled.get(partition) < acknowledged.get(partition)) {
                behind.add(partition);
            }
        }
        return behind;
    }
}
