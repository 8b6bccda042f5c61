// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @TempDir
    Path folder = Path.of("");

    private static RunResult result(String commit, long seed, String word, long... pausesMs) {
        List<RunResult.Fault> faults = java.util.Arrays.stream(pausesMs)
                .mapToObj(pauseMs -> new RunResult.Fault(
                        "kill-leader", pauseMs, pauseMs + 5, pauseMs == 0 ? -1 : pauseMs + 1, pauseMs > 0))
                .toList();
        RunResult.Counts counts = new RunResult.Counts(1_200, 1_000, 0.9, 40, 4, 9, 200, 2, 70);
        RunResult.Choice choice = new RunResult.Choice(
                List.of("kill-leader", "kill-all"), List.of("kill-leader", "kill-all", "kill-any"), List.of("outage"));
        return new RunResult(commit, seed, "kill", 60, word, List.of(), counts, faults, "folder", choice);
    }

    @Test
    void addUpOverSittings() throws IOException {
        RunResult first = result("abc", 1, RunResult.GOOD, 5);
        RunResult second = result("abc", 2, RunResult.INVALID);
        new ResultsFile(folder.resolve("results.jsonl")).add(first);
        new ResultsFile(folder.resolve("results.jsonl")).add(second);
        assertThat(new ResultsFile(folder.resolve("results.jsonl")).read()).containsExactly(first, second);
    }

    @Test
    void loseOnlyALineThatWasTorn() throws IOException {
        Path path = folder.resolve("results.jsonl");
        RunResult first = result("abc", 1, RunResult.GOOD);
        RunResult second = result("abc", 2, RunResult.GOOD);
        new ResultsFile(path).add(first);
        String whole = Files.readString(path);
        Files.writeString(path, whole.strip().substring(0, 30), StandardOpenOption.APPEND);
        assertThat(new ResultsFile(path).read()).containsExactly(first);
        new ResultsFile(path).add(second);
        assertThat(new ResultsFile(path).read()).containsExactly(first, second);
    }

    @Test
    void areSummedUpForOneCommitOnly() {
        String summary = CampaignSummary.of(
                "abc",
                List.of(
                        result("abc", 1, RunResult.GOOD, 10, 20, 30),
                        result("abc", 2, RunResult.INVALID, 0),
                        result("other", 3, RunResult.ANOMALIES, 777)));
        assertThat(summary)
                .contains("2 runs, 1 good, 0 with anomalies, 1 that prove nothing")
                .contains("2,000 acknowledged writes, 400 commits in 18 generations of groups")
                .contains("| kill of the leader | 4 | 10 | 30 | 30 | 30 |")
                .contains("| kill of the leader | 4 | 15 | 35 | 35 | 35 |")
                .contains("| kill of the leader | 3 | 21 | 31 | 31 | 31 |")
                .contains("| kill-leader | 4 | 10 | 30 | 30 | 30 |")
                .contains("80 changes of leaders (counted in each of six partitions) in 8 elections")
                .contains("- seed 2, kill, invalid")
                .doesNotContain("777");
    }

    @Test
    void areSummedUpRunByRun() {
        String summary = CampaignSummary.of(
                "abc", List.of(result("abc", 1, RunResult.GOOD, 10, 20, 30), result("abc", 2, RunResult.INVALID)));
        assertThat(summary)
                .contains("| 1 | kill | good | 1,200 | 1,000 | 2 | 40 | 4 | 1 of 2 | 3 |")
                .contains("| 2 | kill | invalid | 1,200 | 1,000 | 2 | 40 | 4 | 0 of 2 | 0 |");
    }

    @Test
    void tellOfEachFaultOfTheirRowsHowOftenItTookEffectAndWhichNeverDid() {
        String summary = CampaignSummary.of(
                "abc",
                List.of(
                        result("abc", 1, RunResult.GOOD, 10, 20, 0),
                        result("abc", 2, RunResult.INVALID, 10),
                        result("abc", 3, RunResult.ANOMALIES, 10)));
        assertThat(summary)
                .contains("| kill | kill-all 0, kill-any 0, kill-leader 3 |")
                .contains("Not struck with an effect that was seen: kill-all (kill), kill-any (kill).")
                .contains("Not suited to the cluster of their row: outage (kill).");
    }

    @Test
    void ofEarlierSittingsMayLackWhatIsKeptToday() throws IOException {
        Path path = folder.resolve("results.jsonl");
        new ResultsFile(path).add(result("abc", 1, RunResult.GOOD, 5));
        String before = Files.readString(path);
        Files.writeString(path, before.replaceAll(",\"choice\":\\{[^}]*}", ""));
        assertThat(Files.readString(path)).isNotEqualTo(before);
        assertThat(new ResultsFile(path).read()).singleElement().satisfies(result -> assertThat(result.choice())
                .isEqualTo(RunResult.Choice.NONE));
    }

    @Test
    void giveTheTimesOfFailoverAloneToo() {
        String failover = CampaignSummary.failover("abc", List.of(result("abc", 1, RunResult.GOOD, 10, 20, 30)));
        assertThat(failover)
                .startsWith("Commit abc, 1 runs")
                .contains("| kill of the leader | 3 | 20 | 30 | 30 | 30 |")
                .contains("| kill of the leader | 3 | 25 | 35 | 35 | 35 |")
                .contains("| kill of the leader | 3 | 21 | 31 | 31 | 31 |")
                .doesNotContain("| kill-leader |");
        assertThat(CampaignSummary.failover("other", List.of(result("abc", 1, RunResult.GOOD, 10))))
                .isEqualTo("Not run on this commit.");
    }

    @Test
    void tellTimesByKindsOfFaultsAsDistributions() {
        List<Long> times =
                java.util.stream.LongStream.rangeClosed(1, 200).boxed().toList();

        assertThat(Spread.columns(times)).isEqualTo("100 | 180 | 198 | 200");
        assertThat(Spread.columns(List.of())).isEqualTo("- | - | - | -");
        assertThat(FaultKind.of("kill-leader")).isEqualTo(FaultKind.KILL_OF_LEADER);
        assertThat(FaultKind.of("kill-last-in-sync")).isEqualTo(FaultKind.OTHER_KILLS);
        assertThat(FaultKind.of("freeze-leader-over-lease")).isEqualTo(FaultKind.FREEZE);
        assertThat(FaultKind.of("freeze-leader-half-lease")).isEqualTo(FaultKind.SHORT_FREEZE);
        assertThat(FaultKind.of("partition-isolated-leader")).isEqualTo(FaultKind.CUT);
        assertThat(FaultKind.of("disk-error-leader")).isEqualTo(FaultKind.OTHERS);
    }

    @Test
    void goBetweenTheMarksOfADocument() throws IOException {
        Path document = folder.resolve("chaos.md");
        Files.writeString(document, "before\n<!-- x -->\nold\n<!-- end of x -->\nafter\n");
        MarkedText.replace(document, "x", "new\n\n");
        assertThat(Files.readString(document)).isEqualTo("before\n<!-- x -->\nnew\n<!-- end of x -->\nafter\n");
        assertThatThrownBy(() -> MarkedText.replace(document, "y", "")).isInstanceOf(IOException.class);
    }

    @Test
    void goBetweenThoseMarksThatADocumentHas() throws IOException {
        Path document = folder.resolve("README.md");
        Files.writeString(document, "<!-- y -->\n<!-- end of y -->\n<!-- x -->\nold\n<!-- end of x -->\n");
        MarkedText.replaceThere(document, Map.of("x", "1", "y", "2", "z", "3"));
        assertThat(Files.readString(document))
                .isEqualTo("<!-- y -->\n2\n<!-- end of y -->\n<!-- x -->\n1\n<!-- end of x -->\n");
        assertThatThrownBy(() -> MarkedText.replaceThere(document, Map.of("z", "")))
                .hasMessageContaining("no marks of [z]");
        Files.writeString(document, "<!-- x -->\nwithout an end\n");
        assertThatThrownBy(() -> MarkedText.replaceThere(document, Map.of("x", "")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void namesOfRowsAreTheirOwnAndEachHasFaults() {
        assertThat(Mix.matrix()).extracting(Mix::name).doesNotHaveDuplicates();
        assertThat(Mix.matrix()).allSatisfy(mix -> assertThat(mix.faults()).isNotEmpty());
    }
}
