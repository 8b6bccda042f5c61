// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.FakeCluster;
import io.tidemark.cli.health.SilentNodes;
import io.tidemark.cli.terminal.Terminal;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StallWatchTest {
    private static final int PATIENCE_MS = 20;

    private final FakeCluster cluster = new FakeCluster();
    private final Admin admin = cluster.admin(ClientConfig.of("127.0.0.1:9091"));
    private final SilentNodes nodes = SilentNodes.known(admin);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong sent = new AtomicLong(5);

    private StallWatch watch(int patienceMs) {
        Terminal terminal = new Terminal(new ByteArrayOutputStream(), err, false, false);
        return new StallWatch(terminal, admin, () -> nodes, acknowledged::get, sent::get, patienceMs);
    }

    private String told() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void awaitTold(String text) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!told().contains(text) && System.nanoTime() < endNanos) {
            Thread.onSpinWait();
        }
        assertThat(told()).contains(text);
    }

    @Test
    void namesTheNodesThatDoNotAnswerAndThatTheQuorumIsLost() {
        cluster.fenced.add(2);
        cluster.fenced.add(3);
        try (StallWatch watch = watch(PATIENCE_MS)) {
            watch.start();
            awaitTold("still waiting, 0 of 5 writes acknowledged: nodes 2 (127.0.0.1:9092), 3 (127.0.0.1:9093) do not"
                    + " answer: only 1 of 3 voters of the metadata quorum are left, so no leader can be elected\n");
        }
    }

    @Test
    void goesOnWithoutTheNodesWhenTheClusterDidNotTellThem() {
        Terminal terminal = new Terminal(new ByteArrayOutputStream(), err, false, false);
        Supplier<SilentNodes> untold = () -> {
            throw new TidemarkException(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "no leader", Outcome.NOT_WRITTEN);
        };
        try (StallWatch watch = new StallWatch(terminal, admin, untold, acknowledged::get, sent::get, PATIENCE_MS)) {
            watch.start();
            awaitTold("still waiting, 0 of 5 writes acknowledged: the cluster does not tell its nodes\n");
        }
    }

    @Test
    void tellsTheSameReasonOnceAndAnotherOneToo() {
        try (StallWatch watch = watch(PATIENCE_MS)) {
            watch.start();
            awaitTold("every node answers");
            cluster.fenced.add(3);
            awaitTold("node 3 (127.0.0.1:9093) does not answer\n");
        }
        assertThat(told().lines()).hasSize(2);
    }

    @Test
    void saysNothingWhileWritesAreAcknowledgedOrNoneIsUnderWay() {
        Terminal terminal = new Terminal(new ByteArrayOutputStream(), err, false, false);
        AtomicLong looks = new AtomicLong();
        try (StallWatch watch = new StallWatch(terminal, admin, () -> nodes, looks::incrementAndGet, () -> 9, 0)) {
            watch.start();
            awaitAtLeast(looks, 4);
        }
        looks.set(0);
        LongSupplier five = () -> Math.min(5, looks.incrementAndGet() * 5);
        try (StallWatch watch = new StallWatch(terminal, admin, () -> nodes, five, () -> 5, 0)) {
            watch.start();
            awaitAtLeast(looks, 4);
        }
        assertThat(told()).isEmpty();
    }

    private static void awaitAtLeast(AtomicLong count, long least) {
        while (count.get() < least) {
            Thread.onSpinWait();
        }
    }
}
