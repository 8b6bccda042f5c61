// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/** Tidemark's logs. */
final class TidemarkOnDisk implements LogsOnDisk {
    private static final String TOPIC = "recovery";
    private static final double NANOS_PER_MS = 1e6;

    @Override
    public String system() {
        return "Tidemark";
    }

    @Override
    public String reads() {
        return "what the last checkpoint does not cover";
    }

    @Override
    public Writer write(Path directory) throws IOException {
        ChronicleLogStore store = ChronicleLogStore.open(directory);
        return index -> appends(open(store, index).log());
    }

    static OpenedLog open(ChronicleLogStore store, int index) throws IOException {
        return store.open(TOPIC, new UUID(9, index), 0, LogConfig.DEFAULT);
    }

    private static Appends appends(PartitionLog log) {
        return new Appends() {
            @Override
            public void append(ByteBuffer batch) throws IOException {
                long end = log.logEndOffset();
                RecordBatch.setBaseOffset(batch, end);
                log.append(batch, end);
            }

            @Override
            public void rest() throws IOException {
                log.restWhenIdle();
                log.restWhenIdle();
            }
        };
    }

    @Override
    public double openMs(Path directory, boolean checkpointed) throws IOException {
        if (!checkpointed) {
            removeCheckpoints(directory);
        }
        try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
            long startNanos = System.nanoTime();
            OpenedLog opened = open(store, 0);
            double ms = (System.nanoTime() - startNanos) / NANOS_PER_MS;
            if (opened.damaged()) {
                throw new IOException("damaged: " + opened.detail());
            }
            return ms;
        }
    }

    private static void removeCheckpoints(Path directory) throws IOException {
        removeIndexes(directory);
        // Closed in good order it need not be read again: a byte more of it makes that untrue.
        try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
            open(store, 0).log().appendEpoch(Integer.MAX_VALUE);
        }
        removeIndexes(directory);
    }

    private static void removeIndexes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) files::iterator) {
                if (path.toString().endsWith(".index")) {
                    Files.delete(path);
                }
            }
        }
    }
}
