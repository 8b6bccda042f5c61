// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private final Deque<String> words = new ArrayDeque<>();

    private String wordAfter(String... outcomes) throws IOException, InterruptedException {
        words.addAll(List.of(outcomes));
        return Attempts.of(() -> new RunResult(
                        "commit",
                        1,
                        "row",
                        60,
                        words.remove(),
                        List.of(),
                        new RunResult.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0),
                        List.of(),
                        "folder",
                        RunResult.Choice.NONE))
                .word();
    }

    @Test
    void endWithTheFirstRunThatSaysSomething() throws Exception {
        assertThat(wordAfter(RunResult.GOOD, RunResult.ANOMALIES)).isEqualTo(RunResult.GOOD);
        assertThat(words).hasSize(1);
    }

    @Test
    void doNotLetASecondRunHideAnAnomaly() throws Exception {
        assertThat(wordAfter(RunResult.INVALID, RunResult.ANOMALIES, RunResult.GOOD))
                .isEqualTo(RunResult.ANOMALIES);
    }

    @Test
    void areThreeForRunsThatProveNothingOrBreakOff() throws Exception {
        assertThat(wordAfter(RunResult.BROKEN, RunResult.INVALID, RunResult.INVALID, RunResult.GOOD))
                .isEqualTo(RunResult.INVALID);
        assertThat(words).hasSize(1);
    }
}
