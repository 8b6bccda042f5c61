// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.load.Scenario;
import io.tidemark.benchmarks.load.Scenarios;
import io.tidemark.benchmarks.peer.SystemOptions;
import io.tidemark.benchmarks.peer.Systems;
import io.tidemark.benchmarks.report.Goal;
import io.tidemark.benchmarks.report.ResultFile;
import io.tidemark.benchmarks.report.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchmarksMainTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void everyGoalIsOfAScenarioThatExists() {
        assertThat(Goal.ALL).extracting(Goal::scenario).isSubsetOf(withVisits(Scenarios.names()));
        assertThat(Goal.ALL).extracting(Goal::peer).isSubsetOf(Systems.NAMES);
    }

    @Test
    void scenariosRunInTheirOwnOrderAndTheOneThatBreaksTheClusterLast() {
        assertThat(Scenarios.named(List.of("failover", "latency-1k", "throughput-1k")))
                .extracting(Scenario::name)
                .containsExactly("throughput-1k", "latency-1k", "failover");
        assertThat(Scenarios.named(Scenarios.names())
                        .subList(0, Scenarios.names().size() - 1))
                .noneMatch(Scenario::breaksCluster);
    }

    @Test
    void unknownNamesAreRefused() {
        assertThatThrownBy(() -> Scenarios.named(List.of("latency-1k", "latency-1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("latency-1");
        assertThatThrownBy(() -> Systems.open("pulsar", new SystemOptions(directory, "1g", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pulsar");
    }

    @Test
    void theReportCommandMakesBothPagesBesideTheResults() throws IOException {
        Path results = directory.resolve("results.jsonl");
        new ResultFile(results)
                .append(new RunResult(
                        "tidemark",
                        "failover",
                        1,
                        new TreeMap<>(Map.of("firstAckMs", 400.0)),
                        new TreeMap<>(),
                        new TreeMap<>()));

        int exit = BenchmarksMain.commandLine().execute("report", results.toString());

        assertThat(exit).isEqualTo(CommandLine.ExitCode.OK);
        assertThat(directory.resolve("report.md")).content().contains("failover");
        assertThat(directory.resolve("report.html")).content().contains("failover");
    }

    private static List<String> withVisits(List<String> names) {
        List<String> all = new ArrayList<>(names);
        all.addAll(List.of("cold-start", "idle-memory"));
        return all;
    }
}
