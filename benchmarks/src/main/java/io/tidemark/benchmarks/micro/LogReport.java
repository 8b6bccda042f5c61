// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;
import java.util.List;

/** One partition's log beside Apache Kafka's and beside what the machine can do, as tables. */
public final class LogReport {
    static final List<Integer> SIZES_BYTES = List.of(1 << 10, 16 << 10, 256 << 10, 1 << 20);

    private static final long SLICE_MS = 40;
    private static final long SETTLE_MS = 2000;

    private final int rounds;
    private final Figures figures;
    private final ColdMemory memory = new ColdMemory();
    private final StringBuilder page = new StringBuilder();

    /**
     * @param rounds how often each contender has its turn
     * @param figures where what is measured goes, beside the page
     */
    public LogReport(int rounds, Figures figures) {
        this.rounds = rounds;
        this.figures = figures;
    }

    /** Measures and tells. Takes some minutes. */
    public String measure() throws IOException {
        for (int sizeBytes : SIZES_BYTES) {
            LogsState state = new LogsState();
            state.batchBytes = sizeBytes;
            state.open();
            try {
                measure(state);
            } finally {
                state.close();
            }
        }
        return page.toString();
    }

    private void measure(LogsState state) throws IOException {
        AppendTables appends = new AppendTables(state);
        table(appends.append(), state);
        table(appends.forced(), state);
        ReadTables reads = new ReadTables(state, memory);
        table(reads.sequential(), state);
        table(reads.random(), state);
        table(reads.lookUps(), state);
        table(reads.rested(), state);
        table(reads.fresh(), state);
        System.err.println("checked " + (appends.blackHole() + reads.blackHole()));
    }

    private void table(LogTable table, LogsState state) throws IOException {
        Background background = new Background(Background.LOG_THREADS, SETTLE_MS);
        VmCounters before = VmCounters.now();
        List<Measured> results = new Interleaved(SLICE_MS, rounds, state::retain, background).run(table.contenders());
        String counted = VmCounters.now().since(before);
        Rounds counting = table.rounds(results);
        List<TableRow> rows = table.rows(results, counting);
        figures.put(table.what(), rows);
        String note = "Kernel, over the whole table: " + counted + "."
                + (background.unsettled() == 0
                        ? ""
                        : " Background threads were still at work after " + background.unsettled() + " waits.");
        page.append(table.text(rows, counting, note));
        System.err.println(table.what());
    }
}
