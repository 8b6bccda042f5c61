// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.soak;

import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts brokers that were alive and then fenced, or in another life than before: changes may come merged, and then a fencing
 * shows only in the life that follows it. Thread-safe.
 */
final class FencingCount implements ImageListener {
    private final AtomicLong count = new AtomicLong();

    long count() {
        return count.get();
    }

    @Override
    public void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
        for (BrokerImage broker : before.brokers().values()) {
            BrokerImage now = after.brokers().get(broker.brokerId());
            boolean wasAlive = !broker.fenced();
            if (wasAlive && (now == null || now.fenced() || now.brokerEpoch() != broker.brokerEpoch())) {
                count.incrementAndGet();
            }
        }
    }
}
