// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CloseWatchdogTest {
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void closingThatHangsIsTold() {
        CloseWatchdog watchdog = new CloseWatchdog(20, told::incrementAndGet);
        Await.until("the watchdog barks", () -> told.get() == 1);
        watchdog.onClosed();
    }

    @Test
    void closingThatEndsIsNot() {
        CloseWatchdog watchdog = new CloseWatchdog(100, told::incrementAndGet);
        watchdog.onClosed();
        Await.holdsFor(200, "the watchdog is quiet", () -> told.get() == 0);
        assertThat(told).hasValue(0);
    }
}
