// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.chaos.mutation.Mutant;
import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownBadTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "io", "tidemark", "chaos");
    private static final Pattern SEEN_BY_THE_HARNESS = Pattern.compile("\\b(?:late|note)\\(\\s*\"(\\w+)\"");
    private static final Mutant BAD = new Mutant("bad", "G0", List.of());

    @TempDir
    Path folder = Path.of("");

    private static RunResult result(String commit, long seed, String word, String... reasons) {
        RunResult.Counts counts = new RunResult.Counts(1_200, 1_000, 0.9, 4, 3, 9, 200, 2, 70);
        return new RunResult(
                commit, seed, "bad", 60, word, List.of(reasons), counts, List.of(), "folder", RunResult.Choice.NONE);
    }

    private static RunResult anomalies(String... properties) {
        return result("abc", 1, RunResult.ANOMALIES, properties);
    }

    private KnownBadHunt hunt(String commit, int runs) {
        return new KnownBadHunt(new ResultsFile(folder.resolve("known-bad.jsonl")), commit, 1, runs, 60);
    }

    private static List<RunResult> hunted(KnownBadHunt hunt, KnownBadHunt.Runner runner)
            throws IOException, InterruptedException {
        return hunt.hunt("bad", result -> !result.word().equals(RunResult.BROKEN), KnownBadTable::shows, runner);
    }

    @Test
    void whatClientsFilesOrStatePagesShowIsEvidence() {
        assertThat(ExternalEvidence.of(anomalies("NoLostWrites", "OneLeaderPerEpoch", "ReplicasAreEqual")))
                .containsExactly("NoLostWrites", "OneLeaderPerEpoch", "ReplicasAreEqual");
        assertThat(ExternalEvidence.of(anomalies("WholeAgainAfterHealing", "only 5 elections")))
                .containsExactly("WholeAgainAfterHealing");
    }

    @Test
    void aNodeThatEndsItselfIsNoEvidenceAndNeitherIsWhatComesOfIt() {
        assertThat(ExternalEvidence.of(anomalies("NodesGoOn"))).isEmpty();
        assertThat(ExternalEvidence.of(anomalies("NodesGoOn", "WholeAgainAfterHealing")))
                .isEmpty();
        assertThat(ExternalEvidence.of(anomalies("NoLostWrites", "NodesGoOn", "WholeAgainAfterHealing")))
                .containsExactly("NoLostWrites");
    }

    @Test
    void runsThatProveNothingAreNoEvidence() {
        assertThat(ExternalEvidence.of(result("abc", 1, RunResult.INVALID, "NoLostWrites")))
                .isEmpty();
        assertThat(ExternalEvidence.of(result("abc", 1, RunResult.BROKEN, "ClientsGoOn")))
                .isEmpty();
    }

    @Test
    void allThatTheHarnessSeesItselfIsEitherLivenessOrANodesOwnEnd() throws IOException {
        Set<String> seen = new TreeSet<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            files.filter(Files::isRegularFile)
                    .forEach(file ->
                            SEEN_BY_THE_HARNESS.matcher(text(file)).results().forEach(call -> seen.add(call.group(1))));
        }
        Set<String> known = new TreeSet<>(ExternalEvidence.LIVENESS);
        known.add(ExternalEvidence.OWN_END);

        assertThat(seen).contains(ExternalEvidence.OWN_END).isSubsetOf(known);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theTableTellsTheRunTheTimeAndTheFirstFourProperties() {
        List<RunResult> results = List.of(
                anomalies("NodesGoOn"),
                anomalies(
                        "A",
                        "EachRecordOnce",
                        "NoLostWrites",
                        "NoSkipInsideAPoll",
                        "OffsetsAreStable",
                        "ReplicasAreEqual"));

        assertThat(KnownBadTable.of(List.of(BAD), Map.of("bad", results)))
                .contains("| bad | G0 | 2 | 140 | EachRecordOnce, NoLostWrites, NoSkipInsideAPoll, OffsetsAreStable"
                        + " and 1 more |\n");
        assertThat(KnownBadTable.isFound(results)).isTrue();
    }

    @Test
    void theTableTellsWhatWasNotFoundAndWhatWasLeftOut() {
        List<RunResult> results = List.of(anomalies("NodesGoOn"), result("abc", 2, RunResult.GOOD));

        assertThat(KnownBadTable.of(List.of(BAD), Map.of("bad", results)))
                .contains("| bad | G0 | not in 2 | 140 | - |\n");
        assertThat(KnownBadTable.isFound(results)).isFalse();
        assertThat(KnownBadTable.of(List.of(BAD), Map.of())).contains("| bad | G0 | left out | - | - |\n");
    }

    @Test
    void aHuntEndsWithTheFirstRunThatShowsTheBuild() throws IOException, InterruptedException {
        List<RunResult> results = hunted(
                hunt("abc", 10),
                (build, seed) -> seed < 3
                        ? result("abc", seed, RunResult.INVALID, "only 5 elections")
                        : result("abc", seed, RunResult.ANOMALIES, "NoLostWrites"));

        assertThat(results).extracting(RunResult::seed).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aHuntThatWasInterruptedGoesOnWithTheNextSeed() throws IOException, InterruptedException {
        KnownBadHunt.Runner interrupted = (build, seed) -> {
            if (seed == 3) {
                throw new InterruptedException("the sitting ends");
            }
            return result("abc", seed, RunResult.GOOD);
        };
        assertThatThrownBy(() -> hunted(hunt("abc", 5), interrupted)).isInstanceOf(InterruptedException.class);
        List<Long> ran = new ArrayList<>();

        List<RunResult> results = hunted(hunt("abc", 5), (build, seed) -> {
            ran.add(seed);
            return result("abc", seed, seed == 4 ? RunResult.ANOMALIES : RunResult.GOOD, "NoLostWrites");
        });

        assertThat(ran).containsExactly(3L, 4L);
        assertThat(results).extracting(RunResult::seed).containsExactly(1L, 2L, 3L, 4L);
        assertThat(hunted(hunt("abc", 5), (build, seed) -> {
                    throw new IllegalStateException("found before: nothing is left to run");
                }))
                .isEqualTo(results);
    }

    @Test
    void resultsOfAnotherCommitAndRunsThatWereBrokenOffAreDoneAgain() throws IOException, InterruptedException {
        hunted(hunt("abc", 2), (build, seed) -> result("abc", seed, seed == 1 ? RunResult.GOOD : RunResult.BROKEN));
        List<Long> ran = new ArrayList<>();
        KnownBadHunt.Runner runner = (build, seed) -> {
            ran.add(seed);
            return result("abc", seed, RunResult.GOOD);
        };

        hunted(hunt("abc", 2), runner);
        assertThat(ran).containsExactly(2L);
        hunted(hunt("other", 2), runner);
        assertThat(ran).containsExactly(2L, 1L, 2L);
    }

    @Test
    void withoutPowerCutsTheFaultAndTheBuildsThatOnlyItShowsAreLeftOutAndNamed() {
        KnownBadSchedule schedule = new KnownBadSchedule(false);
        List<Mutant> builds = KnownBadSchedule.builds(List.of());

        assertThat(schedule.mix().storage()).isEqualTo(Storage.PLAIN);
        assertThat(schedule.mix().nemeses()).doesNotContain("power-cut-last-in-sync");
        assertThat(schedule.limits(builds))
                .contains(
                        "LEFT OUT",
                        "power-cut-last-in-sync",
                        "broker-epoch-checks-off",
                        "clean-shutdown-always-believed")
                .doesNotContain("lost-wake-up");
        assertThat(builds.stream().filter(schedule::allows)).hasSizeGreaterThanOrEqualTo(10);
    }

    @Test
    void asRootEveryBuildIsHuntedUnderOneScheduleWithPowerCuts() {
        KnownBadSchedule schedule = new KnownBadSchedule(true);
        List<Mutant> builds = KnownBadSchedule.builds(List.of());

        assertThat(schedule.mix().storage()).isEqualTo(Storage.IMAGE);
        assertThat(schedule.mix().nemeses()).contains("power-cut-last-in-sync");
        assertThat(schedule.limits(builds)).isEmpty();
        assertThat(builds).allMatch(schedule::allows).doesNotHaveDuplicates();
    }

    @Test
    void buildsAreChosenByTheBeginningsOfTheirNames() {
        assertThat(KnownBadSchedule.builds(List.of("epoch-checks", "g35-", "epoch-checks-off")))
                .extracting(Mutant::name)
                .containsExactly("epoch-checks-off", "g35-restart-keeps-its-place");
        assertThatThrownBy(() -> KnownBadSchedule.builds(List.of("lost-wake-up", "unknown")))
                .hasMessageContaining("unknown");
    }
}
