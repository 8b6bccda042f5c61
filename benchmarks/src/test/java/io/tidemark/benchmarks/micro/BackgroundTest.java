// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundTest {
    private volatile boolean busy = true;

    @Test
    void aThreadThatWaitsIsIdleAndAThreadThatWorksIsWaitedForNoLongerThanTheBound() throws InterruptedException {
        Background background = new Background(List.of("settled-test"), 20);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch spinning = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    spinning.countDown();
                    while (busy) {
                        Thread.onSpinWait();
                    }
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "settled-test-1");
        thread.start();
        try {
            spinning.await();
            assertThat(background.settle()).isFalse();
            assertThat(background.unsettled()).isEqualTo(1);

            busy = false;
            assertThat(new Background(List.of("settled-test"), 60_000).settle()).isTrue();
        } finally {
            busy = false;
            end.countDown();
            thread.join();
        }
    }

    @Test
    void threadsOfOthersAreNotWaitedFor() {
        assertThat(new Background(List.of("no-such-thread"), 60_000).settle()).isTrue();
    }
}
