// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.ArrayList;
import java.util.List;

/** What the log is to reach beside Apache Kafka's and beside what the machine can do. */
public final class LogGoals {
    private static final String ALLOCATES = "B allocated";

    /** Every goal, in the order in which pages show them. */
    static final List<LogGoal> ALL = all();

    private LogGoals() {}

    private static List<LogGoal> all() {
        List<LogGoal> goals = new ArrayList<>();
        for (int sizeBytes : List.of(1 << 10, 16 << 10)) {
            goals.add(append(sizeBytes, "", 1.5));
            goals.add(append(sizeBytes, ", floor", 1.0));
        }
        goals.add(append(1 << 20, "", 1.0));
        goals.add(new LogGoal(
                "append of 1 MiB beside a raw FileChannel write, checksum apart",
                true,
                0.8,
                "",
                List.of(Figures.name(
                        AppendTables.appendOf(1 << 20), AppendTables.VALIDATED, Figures.APART_BESIDE_LIMIT))));
        for (int sizeBytes : LogReport.SIZES_BYTES) {
            String table = AppendTables.appendOf(sizeBytes);
            goals.add(new LogGoal(
                    table + ", without the checks before it",
                    false,
                    2,
                    ALLOCATES,
                    List.of(Figures.name(table, AppendTables.ALONE, Figures.ALLOCATED_BYTES))));
        }
        goals.add(new LogGoal("read of 1 MiB, every size of batches", false, 128, ALLOCATES, readAllocations()));
        for (int sizeBytes : LogReport.SIZES_BYTES) {
            goals.add(read(sizeBytes, ReadTables.COPIED));
            goals.add(read(sizeBytes, ReadTables.IN_PLACE));
        }
        for (int sizeBytes : LogReport.SIZES_BYTES) {
            String table = ReadTables.lookUpOf(sizeBytes);
            goals.add(new LogGoal(
                    table, false, 1, "µs", List.of(Figures.name(table, ReadTables.LOOK_UP, Figures.WALL_MICROS))));
        }
        goals.add(new LogGoal("10 GiB opened after kill -9", false, 2, "s", List.of(RecoveryReport.TEN_GIB_S)));
        goals.add(new LogGoal("10 GiB opened after kill -9, floor", false, 5, "s", List.of(RecoveryReport.TEN_GIB_S)));
        goals.add(new LogGoal("small partitions opened", false, 10, "s", List.of(PartitionsReport.OPEN_S)));
        goals.add(new LogGoal(
                "resident for each idle partition", false, 0.25, "MiB", List.of(PartitionsReport.IDLE_MIB)));
        return List.copyOf(goals);
    }

    private static LogGoal append(int sizeBytes, String suffix, double bound) {
        String table = AppendTables.appendOf(sizeBytes);
        return new LogGoal(
                table + " beside Kafka's" + suffix,
                true,
                bound,
                "",
                List.of(Figures.name(table, AppendTables.VALIDATED, Figures.BESIDE_KAFKA)));
    }

    private static LogGoal read(int sizeBytes, String contender) {
        String table = ReadTables.readOf(sizeBytes);
        return new LogGoal(
                table + contender.substring(contender.indexOf(',')) + ", beside Kafka's made real",
                true,
                2,
                "",
                List.of(Figures.name(table, contender, Figures.BESIDE_KAFKA)));
    }

    private static List<String> readAllocations() {
        List<String> names = new ArrayList<>();
        for (int sizeBytes : LogReport.SIZES_BYTES) {
            for (String contender : List.of(ReadTables.COPIED, ReadTables.IN_PLACE)) {
                names.add(Figures.name(ReadTables.readOf(sizeBytes), contender, Figures.ALLOCATED_BYTES));
            }
        }
        return names;
    }

    /** All of them held against what was measured, as a table. */
    public static String table(Figures measured) {
        StringBuilder text = new StringBuilder("| goal | asked | reached | |\n|---|---|---|---|\n");
        ALL.forEach(goal -> text.append(goal.line(measured)));
        return text.append('\n').toString();
    }
}
