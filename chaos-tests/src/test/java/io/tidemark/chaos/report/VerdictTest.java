// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTest {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final FaultRecord PROVEN = new FaultRecord("kill-leader", "nodes [1]", 5, 6, 7, true, "gone", 0);
    private static final FaultRecord UNPROVEN = new FaultRecord("kill-leader", "nodes [1]", 5, 6, 7, false, "", 0);

    /** So many acknowledged writes in one partition, all of them read, and so many leaders one after the other. */
    private static RunRecord run(int acknowledged, int unknown, int leaders, FaultRecord... faults) {
        return run(group(3, 20), acknowledged, unknown, leaders, faults);
    }

    /** A group of one member that has nothing to read: so many generations, and commits of its beginning. */
    private static List<Operation> group(int generations, int commits) {
        List<Operation> operations = new ArrayList<>();
        for (int generation = 1; generation <= generations; generation++) {
            Step share = new Step.Owned("g", generation, List.of(0));
            operations.add(new Operation(generation, 2, Function.JOIN, 0, 0, Outcome.OK, List.of(share)));
        }
        for (int i = 0; i < commits; i++) {
            Step commit = new Step.Committed("g", 0, generations, 0);
            operations.add(new Operation(i, 2, Function.COMMIT, 0, 0, Outcome.OK, List.of(commit)));
        }
        return operations;
    }

    private static RunRecord run(
            List<Operation> group, int acknowledged, int unknown, int leaders, FaultRecord... faults) {
        List<Operation> operations = new ArrayList<>(group);
        List<Seen> read = new ArrayList<>();
        for (int i = 0; i < acknowledged + unknown; i++) {
            boolean isOk = i < acknowledged;
            Outcome outcome = isOk ? Outcome.OK : Outcome.INFO;
            Step step = new Step.Sent(0, i, isOk ? i : -1, outcome);
            operations.add(new Operation(i, 1, Function.SEND, 2L * i, 2L * i + 1, outcome, List.of(step)));
            if (isOk) {
                read.add(new Seen(i, i));
            }
        }
        List<NodeSample> samples = new ArrayList<>();
        for (int epoch = 0; epoch < leaders; epoch++) {
            PartitionSample.Offsets offsets = new PartitionSample.Offsets(0, 0, 0);
            PartitionSample partition = new PartitionSample(0, "LEADER", 1, epoch, epoch, offsets, List.of(1), 1, "");
            samples.add(new NodeSample(epoch, 1, 5, 1, true, List.of(partition)));
        }
        TreeMap<Integer, List<Seen>> finalReads = new TreeMap<>();
        finalReads.put(0, read);
        return new RunRecord(new History(operations, finalReads), List.of(), samples, List.of(faults));
    }

    private static Verdict judge(RunRecord run) {
        return Verdict.of(run, Map.of(), List.of(), MINUTE_NANOS, true);
    }

    @Test
    void isGoodWhenEnoughHappenedAndNothingBroke() {
        assertThat(judge(run(5_000, 3_000, 4, PROVEN)).isGood()).isTrue();
    }

    @Test
    void provesNothingWithTooFewWritesOrElections() {
        assertThat(judge(run(4_999, 0, 4, PROVEN)).gaps()).hasSize(1);
        assertThat(judge(run(5_000, 4_000, 4, PROVEN)).gaps()).hasSize(1);
        assertThat(judge(run(5_000, 0, 3, PROVEN)).gaps()).hasSize(1);
    }

    @Test
    void provesNothingWithTooFewGenerationsOrCommitsOfTheGroup() {
        assertThat(judge(run(group(2, 20), 5_000, 0, 4, PROVEN)).gaps()).hasSize(1);
        assertThat(judge(run(group(3, 19), 5_000, 0, 4, PROVEN)).gaps()).hasSize(1);
        assertThat(judge(run(List.of(), 5_000, 0, 4, PROVEN)).gaps()).hasSize(2);
    }

    @Test
    void provesNothingWithoutFaultsThatTookEffect() {
        assertThat(judge(run(5_000, 0, 4)).gaps()).hasSize(1);
        assertThat(judge(run(5_000, 0, 4, PROVEN, UNPROVEN)).gaps()).hasSize(1);
    }

    @Test
    void keepsWhatTheHarnessSaw() {
        Verdict verdict = Verdict.of(
                run(5_000, 0, 4, PROVEN), Map.of("NodesGoOn", List.of("node 1 ended")), List.of(), MINUTE_NANOS, true);
        assertThat(verdict.isGood()).isFalse();
        assertThat(verdict.word()).contains("NodesGoOn");
    }

    @Test
    void isShownOnAPageThatNeedsNothingElse(@TempDir Path directory) throws IOException {
        RunRecord run = run(5_000, 10, 4, PROVEN);
        Verdict verdict = Verdict.of(run, Map.of("A<B", List.of("value <7>")), List.of(), MINUTE_NANOS, true);
        ReportPage.write(directory.resolve("report.html"), "Run 7", Map.of("seed", "7"), run, verdict);
        assertThat(Files.readString(directory.resolve("report.html")))
                .contains("<svg", "kill-leader", "A&lt;B", "value &lt;7&gt;", "partition 0")
                .doesNotContain("src=", "href=", "<script");
    }
}
