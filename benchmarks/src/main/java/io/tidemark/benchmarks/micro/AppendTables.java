// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.record.Crc;
import java.util.List;

/** Appends of one batch at a time. */
final class AppendTables {
    static final String KAFKA = "Kafka append";
    static final String VALIDATED = "Tidemark append, validated";
    static final String ALONE = "Tidemark append alone";
    static final String FILE = "plain file write";

    private static final String KAFKA_FORCED = "Kafka append, forced";
    private static final String FILE_FORCED = "plain file write, forced";

    private final LogsState state;
    private int blackHole;

    AppendTables(LogsState state) {
        this.state = state;
    }

    static String appendOf(int sizeBytes) {
        return "append of " + (sizeBytes >> 10) + " KiB";
    }

    LogTable append() {
        return new LogTable(
                appendOf(state.batchBytes),
                KAFKA,
                FILE,
                List.of(
                        new Contender(KAFKA, () -> state.kafka.append(state.batch)).checking(),
                        new Contender(VALIDATED, state::validateAndAppend).checking(),
                        new Contender(ALONE, state::appendToTidemark),
                        new Contender(LogTable.CHECKSUM, () -> blackHole += Crc.compute(state.batch)),
                        new Contender(FILE, state::writeToFile),
                        new Contender("memory copy", this::copy)));
    }

    private void copy() {
        int start = state.batch.position();
        state.copy.clear().put(state.batch);
        state.batch.position(start);
    }

    LogTable forced() {
        return new LogTable(
                "append and force of " + (state.batchBytes >> 10) + " KiB",
                KAFKA_FORCED,
                FILE_FORCED,
                List.of(
                        new Contender(KAFKA_FORCED, () -> {
                            state.kafka.append(state.batch);
                            state.kafka.flush();
                        }),
                        new Contender("Tidemark append, validated, forced", () -> {
                            state.validateAndAppend();
                            state.tidemark.flush();
                        }),
                        new Contender(FILE_FORCED, () -> {
                            state.writeToFile();
                            state.forceFile();
                        })));
    }

    /** Keeps what is computed from being left out by the compiler. */
    int blackHole() {
        return blackHole;
    }
}
