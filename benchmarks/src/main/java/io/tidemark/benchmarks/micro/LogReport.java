// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogSlice;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.Crc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** One partition's log beside Apache Kafka's and beside what the machine can do, as tables. */
public final class LogReport {
    private static final int[] SIZES_BYTES = {1 << 10, 16 << 10, 256 << 10, 1 << 20};
    private static final int READ_BYTES = 1 << 20;
    private static final int BATCH_MAX_BYTES = 2 << 20;
    private static final long SLICE_MS = 40;

    private final int rounds;
    private final StringBuilder page = new StringBuilder();
    private int blackHole;

    /** @param rounds how often each contender has its turn */
    public LogReport(int rounds) {
        this.rounds = rounds;
    }

    /** Measures and tells. Takes some minutes. */
    public String measure() throws IOException, InterruptedException {
        for (int sizeBytes : SIZES_BYTES) {
            LogsState state = new LogsState();
            state.batchBytes = sizeBytes;
            state.open();
            try {
                table("append of " + (sizeBytes >> 10) + " KiB", appends(state), "Kafka append");
                state.retain();
                table("append and force of " + (sizeBytes >> 10) + " KiB", flushed(state), "Kafka append, forced");
                reads(state, sizeBytes);
            } finally {
                state.close();
            }
        }
        return page.toString();
    }

    private List<Contender> appends(LogsState state) {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(new Contender("Kafka append", () -> state.kafka.append(state.batch)));
        contenders.add(new Contender("Tidemark append, validated", () -> {
            if (BatchValidator.validate(state.batch, BATCH_MAX_BYTES, true) != null) {
                throw new IOException("bad batch");
            }
            state.appendToTidemark();
        }));
        contenders.add(new Contender("Tidemark append alone", state::appendToTidemark));
        contenders.add(new Contender("checksum alone", () -> blackHole += Crc.compute(state.batch)));
        contenders.add(new Contender("plain file write", state::writeToFile));
        contenders.add(new Contender("memory copy", () -> {
            int start = state.batch.position();
            state.copy.clear().put(state.batch);
            state.batch.position(start);
        }));
        return contenders;
    }

    private static List<Contender> flushed(LogsState state) {
        return List.of(
                new Contender("Kafka append, forced", () -> {
                    state.kafka.append(state.batch);
                    state.kafka.flush();
                }),
                new Contender("Tidemark append, forced", () -> {
                    if (!Crc.matches(state.batch)) {
                        throw new IOException("bad batch");
                    }
                    state.appendToTidemark();
                    state.tidemark.flush();
                }));
    }

    private void reads(LogsState state, int sizeBytes) throws IOException {
        FilledState filled = new FilledState();
        filled.fill(state);
        table("read of 1 MiB of batches of " + (sizeBytes >> 10) + " KiB", sequential(filled), "Kafka read, made real");
        table("look-up in batches of " + (sizeBytes >> 10) + " KiB", lookUps(filled), "Kafka look-up, made real");
    }

    private List<Contender> sequential(FilledState filled) {
        return List.of(
                new Contender("Kafka read, made real", () -> filled.readKafka(filled.nextKafka(), READ_BYTES)),
                new Contender("Tidemark read, copied out", () -> {
                    ByteBuffer out = filled.out.clear();
                    try (LogSlice slice = filled.read(READ_BYTES)) {
                        slice.copyTo(out);
                    }
                }),
                new Contender("Tidemark read, in place", () -> {
                    try (LogSlice slice = filled.read(READ_BYTES)) {
                        blackHole += slice.sizeBytes();
                    }
                }));
    }

    private List<Contender> lookUps(FilledState filled) {
        return List.of(
                new Contender(
                        "Kafka look-up, made real",
                        () -> filled.readKafka(ThreadLocalRandom.current().nextLong(filled.count), 1)),
                new Contender("Tidemark look-up", () -> {
                    long offset = filled.first + ThreadLocalRandom.current().nextLong(filled.count);
                    try (LogSlice slice = filled.logs.tidemark.read(offset, 1, Long.MAX_VALUE)) {
                        blackHole += slice.sizeBytes();
                    }
                }));
    }

    private void table(String what, List<Contender> contenders, String beside) throws IOException {
        List<Measured> results = new Interleaved(SLICE_MS, rounds, rounds / 2).run(contenders);
        Measured peer = results.stream()
                .filter(result -> result.name().equals(beside))
                .findFirst()
                .orElseThrow();
        page.append("### ").append(what).append("\n\n");
        page.append("| | µs | processor µs | bytes allocated | times as fast as Kafka | by processor time |\n");
        page.append("|---|---|---|---|---|---|\n");
        for (Measured result : results) {
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f | %.1f | %.2f | %.2f |%n",
                    result.name(),
                    result.wallMicros(),
                    result.cpuMicros(),
                    result.allocatedBytes(),
                    result.speedBeside(peer),
                    result.thriftBeside(peer)));
        }
        page.append('\n');
        System.err.println(what + ": " + results.size() + " measured, " + blackHole);
    }
}
