// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.mutation.Mutant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KnownBadTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "io", "tidemark", "chaos");
    private static final Pattern SEEN_BY_THE_HARNESS = Pattern.compile("\\b(?:late|note)\\(\\s*\"(\\w+)\"");
    private static final Mutant BAD = new Mutant("bad", "G0", List.of());

    private static RunResult result(String commit, long seed, String word, String... reasons) {
        RunResult.Counts counts = new RunResult.Counts(1_200, 1_000, 0.9, 4, 9, 200, 2, 70);
        return new RunResult(commit, seed, "bad", 60, word, List.of(reasons), counts, List.of(), "folder");
    }

    private static RunResult anomalies(String... properties) {
        return result("abc", 1, RunResult.ANOMALIES, properties);
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

        assertThat(seen).isEqualTo(known);
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
}
