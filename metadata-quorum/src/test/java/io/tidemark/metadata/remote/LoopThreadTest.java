// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopThreadTest {
    @Test
    void anErrorIsToldToWhoeverWatchesOverThreads() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        try (LoopThread loop = new LoopThread("loop-under-test")) {
            loop.execute(
                    () -> Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> told.complete(error)));
            loop.execute(() -> {
                throw new AssertionError("broken");
            });
            assertThat(told.get(10, TimeUnit.SECONDS)).hasMessage("broken");
        }
    }

    @Test
    void aFaultOfOneTaskDoesNotStopTheNext() throws Exception {
        CompletableFuture<String> done = new CompletableFuture<>();
        try (LoopThread loop = new LoopThread("loop-under-test")) {
            loop.execute(() -> {
                throw new IllegalStateException("a fault");
            });
            loop.execute(() -> done.complete("done"));
            assertThat(done.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        }
    }
}
