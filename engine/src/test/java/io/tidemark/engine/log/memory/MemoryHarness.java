// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.LogHarness;
import io.tidemark.engine.log.LogStore;
import java.io.IOException;

/** Logs on the heap. */
final class MemoryHarness implements LogHarness {
    private long nowMs = 1000;
    private final MemoryLogStore store = new MemoryLogStore(() -> nowMs, BatchCount::new);

    @Override
    public LogStore store() {
        return store;
    }

    @Override
    public void reopen() {
        store.close();
    }

    @Override
    public void crash() throws IOException {
        store.crash(false);
    }

    @Override
    public void setClockMs(long toMs) {
        nowMs = toMs;
    }

    @Override
    public void close() {
        store.close();
    }
}
