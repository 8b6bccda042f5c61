// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tidemark.chaos.process.ClusterSetup;
import io.tidemark.chaos.process.Shell;
import io.tidemark.chaos.report.RunFigures;
import io.tidemark.chaos.report.Verdict;
import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    private static final FaultRecord FAULT = new FaultRecord("kill-leader", "nodes [1]", 5, 6, 7, true, "gone", 0);
    private static final RunRecord RECORD =
            new RunRecord(new History(List.of(), new TreeMap<>()), List.of(), List.of(), List.of(FAULT));

    @TempDir
    Path directory = Path.of("");

    private RunPlan plan() {
        ClusterSetup setup = ClusterSetup.threeNodes(directory, directory.resolve("run"))
                .having(1, true)
                .with(List.of("-Xmx300m"));
        return new RunPlan(
                7,
                setup,
                false,
                Mix.of("two", "kill-leader", "kill-all").faults(),
                Duration.ofSeconds(60),
                Map.of("durability", "flushed"));
    }

    private RunFolder folder() {
        return new RunFolder(plan(), "two", "do it again");
    }

    private String text(String file) throws IOException {
        return Files.readString(directory.resolve("run").resolve(file));
    }

    /** A run that ends in a given way. */
    private record Ending(ChaosRun.Result result, SoFar soFar, Exception failure) implements ObservedRun {
        static Ending of(Verdict verdict) {
            ChaosRun.Result result = new ChaosRun.Result(RECORD, verdict, RunFigures.of(RECORD), 3);
            return new Ending(result, new SoFar(RECORD, Map.of(), 3), new IOException());
        }

        @Override
        public ChaosRun.Result run() throws IOException {
            if (failure instanceof RuntimeException broken) {
                throw broken;
            }
            return result;
        }

        static Ending broken(RuntimeException failure, SoFar soFar) {
            Ending good = of(new Verdict(Map.of(), List.of()));
            return new Ending(good.result(), soFar, failure);
        }
    }

    @Test
    void saysWhatItTakesToRepeatARunBeforeItBegins() throws Exception {
        RunFolder folder = folder();
        folder.run(Ending.broken(new UnsupportedOperationException(), ObservedRun.SoFar.NOTHING));
        JsonObject facts = JsonParser.parseString(text("run.json")).getAsJsonObject();
        assertThat(facts.get("seed").getAsLong()).isEqualTo(7);
        assertThat(facts.get("turn").getAsLong()).isEqualTo(7);
        assertThat(facts.get("row").getAsString()).isEqualTo("two");
        assertThat(facts.get("nodes").getAsInt()).isEqualTo(4);
        assertThat(facts.get("repeat with").getAsString()).isEqualTo("do it again");
        assertThat(facts.get("JVM options")).hasToString("[\"-Xmx300m\"]");
        assertThat(facts.get("topic configs")).hasToString("{\"durability\":\"flushed\"}");
        assertThat(facts.get("faults")).hasToString("[\"kill-leader\",\"kill-all\"]");
        assertThat(facts.has("commit")).isTrue();
    }

    @Test
    void saysWhichFaultsArePlannedAndWhichDoNotSuitTheCluster() throws Exception {
        RunFolder folder = folder();
        Files.createDirectories(directory.resolve("run"));
        folder.chosen(PlannedFaults.of(plan(), nemesis -> nemesis.name().equals("kill-all")));
        JsonObject facts = JsonParser.parseString(text("run.json")).getAsJsonObject();
        assertThat(facts.get("planned faults")).hasToString("[\"kill-all\"]");
        assertThat(facts.get("faults that do not suit this cluster")).hasToString("[\"kill-leader\"]");
    }

    @Test
    void keepsTheTraceAndWhatThereIsOfARunThatBreaksOff() throws Exception {
        RunFolder folder = folder();
        Files.createDirectories(directory.resolve("run"));
        folder.chosen(PlannedFaults.of(plan(), nemesis -> true));
        Map<String, List<String>> seen = Map.of("NodesGoOn", List.of("node 2 ended by itself"));
        RunResult result = folder.run(Ending.broken(
                new UnsupportedOperationException("no such call"), new ObservedRun.SoFar(RECORD, seen, 4)));
        assertThat(result.word()).as("what was seen is not done away with").isEqualTo(RunResult.ANOMALIES);
        assertThat(result.isConclusive()).isTrue();
        assertThat(result.reasons()).first().isEqualTo("NodesGoOn");
        assertThat(result.reasons()).last().asString().contains("no such call");
        assertThat(result.counts().kills()).isEqualTo(4);
        assertThat(result.plannedDone()).isEqualTo(1);
        assertThat(text("failure.txt"))
                .contains("do it again", "no such call", "at io.tidemark", "NodesGoOn", "node 2 ended by itself");
        assertThat(text("report.html")).contains("no such call", "kill-leader", "node 2 ended by itself");
    }

    @Test
    void keepsTheTraceOfARunThatBreaksOffBeforeAnythingWasSeen() throws Exception {
        RunResult result =
                folder().run(Ending.broken(new IllegalStateException("no cluster"), ObservedRun.SoFar.NOTHING));
        assertThat(result.word()).isEqualTo(RunResult.BROKEN);
        assertThat(result.isConclusive()).isFalse();
        assertThat(text("failure.txt")).contains("no cluster");
        assertThat(text("report.html")).contains("no cluster");
    }

    @Test
    void isInvalidAndSaysWhyWhenAPlannedFaultWasNotStruck() throws Exception {
        List<String> gaps = PlannedFaults.of(plan(), nemesis -> true).gaps(RECORD.faults());
        RunResult result = folder().run(Ending.of(new Verdict(Map.of(), gaps)));
        assertThat(result.word()).isEqualTo(RunResult.INVALID);
        assertThat(result.reasons()).containsExactly("planned fault kill-all was not struck");
        assertThat(text("failure.txt")).contains("kill-all", "do it again");
    }

    @Test
    void keepsDataOnlyOfARunThatWasNotGood() throws Exception {
        Path data = directory.resolve("run").resolve("node-4").resolve("data");
        Files.createDirectories(data);
        Files.writeString(data.resolve("segment"), "bytes");
        folder().run(Ending.of(new Verdict(Map.of("NoLostWrites", List.of("value 3")), List.of())));
        assertThat(data.resolve("segment")).exists();
        folder().run(Ending.of(new Verdict(Map.of(), List.of())));
        assertThat(data).doesNotExist();
    }

    @Test
    void marksTheCommitOfAWorkTreeThatDiffersFromIt() throws IOException {
        assumeTrue(Shell.succeeds(List.of("git", "--version")), "needs git");
        String at = directory.toString();
        Path sources = directory.resolve("engine").resolve("src");
        Path source = sources.resolve("A.java");
        Files.createDirectories(sources);
        Files.writeString(source, "class A {}");
        Shell.run("git", "-C", at, "init", "-q");
        Shell.run("git", "-C", at, "add", ".");
        String[] commit = {
            "git",
            "-C",
            at,
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "commit.gpgsign=false",
            "commit",
            "-qm",
            "x"
        };
        Shell.run(commit);
        assertThat(RunFolder.commit(directory)).matches("[0-9a-f]{12}");
        Files.writeString(sources.resolve("B.java"), "class B {}");
        assertThat(RunFolder.commit(directory)).matches("[0-9a-f]{12}-dirty");
        Files.delete(sources.resolve("B.java"));
        Files.writeString(source, "class A { int changed; }");
        assertThat(RunFolder.commit(sources)).matches("[0-9a-f]{12}-dirty");
    }
}
