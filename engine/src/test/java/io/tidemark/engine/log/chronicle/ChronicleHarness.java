// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.LogHarness;
import io.tidemark.engine.log.LogStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;

/** Logs in a directory. */
final class ChronicleHarness implements LogHarness {
    private final Path directory;
    private volatile long nowMs = 1000;
    private ChronicleLogStore store;

    ChronicleHarness(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.store = openStore();
    }

    private ChronicleLogStore openStore() throws IOException {
        return ChronicleLogStore.open(directory, PosixSpace.open(directory), () -> nowMs, BatchCount::new);
    }

    @Override
    public LogStore store() {
        return store;
    }

    @Override
    public void reopen() throws IOException {
        store.close();
        store = openStore();
    }

    @Override
    public void crash() throws IOException {
        store.abandon();
        store = openStore();
    }

    @Override
    public void setClockMs(long toMs) {
        nowMs = toMs;
    }

    @Override
    public void close() throws IOException {
        store.close();
        BackgroundResourceReleaser.releasePendingResources();
    }
}
