// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for closing to end, on a thread of its own, and says so when it hangs. */
final class CloseWatchdog {
    private final CountDownLatch ended = new CountDownLatch(1);

    CloseWatchdog(long limitMs, Runnable onHang) {
        Thread thread = new Thread(
                () -> {
                    try {
                        if (!ended.await(limitMs, TimeUnit.MILLISECONDS)) {
                            onHang.run();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "quorum-close-watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /** Closing has ended. */
    void onClosed() {
        ended.countDown();
    }
}
