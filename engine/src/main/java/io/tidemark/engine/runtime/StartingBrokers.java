// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Brokers that registered a moment ago and may not lead yet. Who places replicas had better wait for them: a topic of a
 * cluster that is just starting would else begin with fewer in sync than it could, and wait until the others have caught up.
 * Thread-safe.
 */
public final class StartingBrokers implements ImageListener {
    /** After so long, milliseconds, a broker that may not lead is one that does not come. */
    private static final long STARTING_MS = 2_000;

    private static final long WAIT_MS = 1_000;

    private final Clock clock;
    private final Map<Integer, Life> lives = new HashMap<>();
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private ClusterImage image = ClusterImage.EMPTY;

    private record Life(long brokerEpoch, long sinceMs) {}

    /** With a clock for how long ago a broker registered. */
    public StartingBrokers(Clock clock) {
        this.clock = clock;
    }

    /** Completes when no broker is starting, after a second at the latest; at once when none is. */
    public CompletableFuture<Void> settled() {
        synchronized (lives) {
            waiting.removeIf(CompletableFuture::isDone);
            if (!isAnyStarting()) {
                return CompletableFuture.completedFuture(null);
            }
            CompletableFuture<Void> settled =
                    new CompletableFuture<Void>().completeOnTimeout(null, WAIT_MS, TimeUnit.MILLISECONDS);
            waiting.add(settled);
            return settled;
        }
    }

    private boolean isAnyStarting() {
        long nowMs = clock.monotonicMs();
        for (BrokerImage broker : image.brokers().values()) {
            Life life = lives.get(broker.brokerId());
            if (broker.fenced() && life != null && nowMs - life.sinceMs < STARTING_MS) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
        List<CompletableFuture<Void>> due = List.of();
        synchronized (lives) {
            image = after;
            lives.keySet().retainAll(after.brokers().keySet());
            for (BrokerImage broker : after.brokers().values()) {
                Life known = lives.get(broker.brokerId());
                if (known == null || known.brokerEpoch != broker.brokerEpoch()) {
                    lives.put(broker.brokerId(), new Life(broker.brokerEpoch(), clock.monotonicMs()));
                }
            }
            if (!waiting.isEmpty() && !isAnyStarting()) {
                due = List.copyOf(waiting);
                waiting.clear();
            }
        }
        due.forEach(settled -> settled.complete(null));
    }
}
