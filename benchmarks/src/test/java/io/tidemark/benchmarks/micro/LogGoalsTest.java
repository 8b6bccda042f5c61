// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogGoalsTest {
    private final Figures figures = new Figures();

    @Test
    void theWorstFigureCounts() {
        LogGoal atLeast = new LogGoal("speed", true, 1.5, "", List.of("a", "b"));
        LogGoal atMost = new LogGoal("bytes", false, 2, "B", List.of("a", "b"));
        figures.put("a", 1.4);
        figures.put("b", 2.5);

        assertThat(atLeast.line(figures)).isEqualTo("| speed | ≥ 1.50 × | 1.40 × | **not met** |\n");
        assertThat(atMost.line(figures)).isEqualTo("| bytes | ≤ 2.00 B | 2.50 B | **not met** |\n");
    }

    @Test
    void theBoundItselfIsEnough() {
        figures.put("a", 1.5);

        assertThat(new LogGoal("speed", true, 1.5, "", List.of("a")).line(figures))
                .contains("| met |");
        assertThat(new LogGoal("time", false, 1.5, "s", List.of("a")).line(figures))
                .contains("| met |");
    }

    @Test
    void whatWasNotMeasuredIsNotMet() {
        figures.put("a", 5);

        assertThat(new LogGoal("speed", true, 1.5, "", List.of("a", "b")).line(figures))
                .isEqualTo("| speed | ≥ 1.50 × | not measured | |\n");
    }

    @Test
    void everyFigureThatIsAskedForIsOneThatTablesGive() {
        for (int sizeBytes : LogReport.SIZES_BYTES) {
            figures.put(
                    AppendTables.appendOf(sizeBytes), List.of(row(AppendTables.VALIDATED), row(AppendTables.ALONE)));
            figures.put(ReadTables.readOf(sizeBytes), List.of(row(ReadTables.COPIED), row(ReadTables.IN_PLACE)));
            figures.put(ReadTables.lookUpOf(sizeBytes), List.of(row(ReadTables.LOOK_UP)));
        }
        figures.put(RecoveryReport.TEN_GIB_S, 1);
        figures.put(PartitionsReport.OPEN_S, 1);
        figures.put(PartitionsReport.IDLE_MIB, 1);

        assertThat(LogGoals.table(figures)).doesNotContain("not measured").contains("10 GiB opened after kill -9");
    }

    private static TableRow row(String name) {
        return new TableRow(name, 1, 1, 1, 1, 1, 1, 1, 1);
    }
}
