// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Apache Kafka's logs, with its default settings. */
final class KafkaOnDisk implements LogsOnDisk {
    private static final String SUFFIX = ".log";
    private static final double NANOS_PER_MS = 1e6;

    @Override
    public String system() {
        return "Kafka";
    }

    @Override
    public String reads() {
        return "the last segment, up to 1 GiB: the others are below the recovery point, at best";
    }

    @Override
    public Writer write(Path directory) {
        KafkaStore store = new KafkaStore();
        return index -> appends(store.create(directory, index, Map.of()));
    }

    private static Appends appends(KafkaLog log) {
        return new Appends() {
            @Override
            public void append(ByteBuffer batch) throws IOException {
                log.append(batch);
            }

            @Override
            public void rest() {
                // It holds its files as long as it is open.
            }
        };
    }

    @Override
    public double openMs(Path directory, boolean checkpointed) throws IOException {
        long recoveryPoint = checkpointed ? lastSegment(KafkaStore.path(directory, 0)) : 0;
        try (KafkaStore store = new KafkaStore()) {
            long startNanos = System.nanoTime();
            KafkaLog log = store.recover(directory, 0, recoveryPoint);
            double ms = (System.nanoTime() - startNanos) / NANOS_PER_MS;
            log.abandon();
            return ms;
        }
    }

    /** A segment is on disk once the next is begun; a broker notes that in a file, at the latest a minute later. */
    private static long lastSegment(Path log) throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .mapToLong(name -> Long.parseLong(name.substring(0, name.length() - SUFFIX.length())))
                    .max()
                    .orElse(0);
        }
    }
}
