// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogSlice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Reads and look-ups in logs that hold more than caches do. */
final class ReadTables {
    static final String COPIED = "Tidemark read, copied out";
    static final String IN_PLACE = "Tidemark read, in place";
    static final String LOOK_UP = "Tidemark look-up";

    private static final String KAFKA = "Kafka read, made real";
    private static final String KAFKA_LOOK_UP = "Kafka look-up";
    private static final String COPY = "memory copy out of 256 MiB";
    private static final int FRESH_BYTES = 32 << 20;

    private final LogsState state;
    private final FilledState filled = new FilledState();
    private final FilledState fresh = new FilledState();
    private final ColdMemory memory;
    private int blackHole;

    ReadTables(LogsState state, ColdMemory memory) throws IOException {
        this.state = state;
        this.memory = memory;
        filled.fill(state);
    }

    static String readOf(int sizeBytes) {
        return "read of 1 MiB of batches of " + (sizeBytes >> 10) + " KiB";
    }

    static String lookUpOf(int sizeBytes) {
        return "look-up in batches of " + (sizeBytes >> 10) + " KiB";
    }

    LogTable sequential() {
        return reads(
                readOf(state.batchBytes),
                new Contender(KAFKA, () -> readKafka(filled, filled.nextKafka())),
                new Contender(COPIED, () -> copyOut(filled, filled.nextTidemark())),
                new Contender(IN_PLACE, () -> find(filled, filled.nextTidemark())));
    }

    LogTable random() {
        return reads(
                "random " + readOf(state.batchBytes),
                new Contender(KAFKA, () -> readKafka(filled, filled.anyKafka())),
                new Contender(COPIED, () -> copyOut(filled, filled.anyTidemark())),
                new Contender(IN_PLACE, () -> find(filled, filled.anyTidemark())));
    }

    /** Tidemark's mappings are made anew in each turn; Kafka's read has none. */
    LogTable rested() {
        long reads = FilledState.FILLED_BYTES / FilledState.READ_BYTES;
        Contender.Task rest = () -> {
            state.tidemark.rest();
            filled.rewind();
        };
        return reads(
                "after rest, first " + readOf(state.batchBytes),
                new Contender(KAFKA, () -> readKafka(filled, filled.nextKafka())).prepared(filled::rewind, reads),
                new Contender(COPIED, () -> copyOut(filled, filled.nextTidemark())).prepared(rest, reads),
                new Contender(IN_PLACE, () -> find(filled, filled.nextTidemark())).prepared(rest, reads));
    }

    /** What followers and consumers that keep up read: bytes that were appended a moment ago and never read before. */
    LogTable fresh() {
        long reads = FRESH_BYTES / FilledState.READ_BYTES;
        Contender.Task append = () -> fresh.append(state, FRESH_BYTES);
        return reads(
                "just appended, first " + readOf(state.batchBytes),
                new Contender(KAFKA, () -> readKafka(fresh, fresh.nextKafka())).prepared(append, reads),
                new Contender(COPIED, () -> copyOut(fresh, fresh.nextTidemark())).prepared(append, reads),
                new Contender(IN_PLACE, () -> find(fresh, fresh.nextTidemark())).prepared(append, reads));
    }

    private LogTable reads(String what, Contender kafka, Contender copied, Contender inPlace) {
        return new LogTable(
                what,
                KAFKA,
                COPY,
                List.of(
                        kafka,
                        copied,
                        inPlace,
                        new Contender(COPY, () -> memory.copyNext(filled.out, FilledState.READ_BYTES))));
    }

    LogTable lookUps() {
        return new LogTable(
                lookUpOf(state.batchBytes),
                KAFKA_LOOK_UP,
                COPY,
                List.of(
                        new Contender(KAFKA_LOOK_UP, () -> blackHole += (int) filled.findKafka(anyBatch())),
                        new Contender(LOOK_UP, () -> {
                            long offset = filled.first + anyBatch();
                            try (LogSlice slice = state.tidemark.read(offset, 1, Long.MAX_VALUE)) {
                                blackHole += slice.sizeBytes();
                            }
                        }),
                        new Contender("Kafka look-up, made real", () -> filled.readKafka(anyBatch(), 1)),
                        new Contender("Tidemark look-up, copied out", () -> {
                            long offset = filled.first + anyBatch();
                            try (LogSlice slice = state.tidemark.read(offset, 1, Long.MAX_VALUE)) {
                                slice.copyTo(filled.out.clear());
                            }
                        }),
                        new Contender(COPY, () -> memory.copyAny(filled.out, state.batchBytes))));
    }

    private long anyBatch() {
        return ThreadLocalRandom.current().nextLong(filled.count);
    }

    private void readKafka(FilledState from, long offset) throws IOException {
        from.readKafka(offset, FilledState.READ_BYTES);
    }

    private void copyOut(FilledState from, long offset) throws IOException {
        ByteBuffer out = from.out.clear();
        try (LogSlice slice = state.tidemark.read(offset, FilledState.READ_BYTES, Long.MAX_VALUE)) {
            from.reached(slice.endOffset());
            slice.copyTo(out);
        }
    }

    private void find(FilledState from, long offset) throws IOException {
        try (LogSlice slice = state.tidemark.read(offset, FilledState.READ_BYTES, Long.MAX_VALUE)) {
            from.reached(slice.endOffset());
            blackHole += slice.sizeBytes();
        }
    }

    /** Keeps what is computed from being left out by the compiler. */
    int blackHole() {
        return blackHole;
    }
}
