// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ClientThreadsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ClientThreads threads = new ClientThreads();

    @Test
    void waitsForThoseThatEnd() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        threads.start("one", done::countDown);
        threads.start("two", done::countDown);
        threads.join(LONG);
        assertThat(done.getCount()).isZero();
    }

    @Test
    void tellsOfOneThatHangsAndWhereItStands() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        threads.start("good", () -> {});
        threads.start("stuck-writer", () -> {
            running.countDown();
            awaitQuietly(never);
        });
        awaitQuietly(running);
        try {
            assertThatThrownBy(() -> threads.join(Duration.ofMillis(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("stuck-writer still runs")
                    .hasMessageContaining(" at ");
        } finally {
            never.countDown();
        }
    }

    @Test
    void tellsOfOneThatFailedAndWhy() {
        threads.start("reader", () -> {
            throw new IllegalArgumentException("bad offset");
        });
        assertThatThrownBy(() -> threads.join(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("reader failed")
                .hasRootCauseMessage("bad offset");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
