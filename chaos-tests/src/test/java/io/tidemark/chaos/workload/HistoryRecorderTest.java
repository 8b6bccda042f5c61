// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.PollOperation.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryRecorderTest {
    @TempDir
    Path directory = Path.of("");

    private List<String> lines() throws IOException {
        return Files.readAllLines(directory.resolve("history.jsonl")).stream()
                .map(line -> line.replaceAll("\"time\":\\d+", "\"time\":T"))
                .toList();
    }

    @Test
    void writesEventsInJepsensShape() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"))) {
            List<Step> asked = List.of(new Step.Sent(3, 7, -1, Outcome.INFO));
            var send = recorder.invoke(0, Function.SEND, asked);
            recorder.nemesis("kill-leader", "nodes [1]");
            recorder.complete(send, Outcome.OK, List.of(new Step.Sent(3, 7, 12, Outcome.OK)), "");
            var poll = recorder.invoke(1, Function.POLL, List.of());
            recorder.complete(poll, Outcome.OK, List.of(new Step.Polled(3, List.of(new Seen(12, 7)))), "");
            var lost = recorder.invoke(0, Function.SEND, asked);
            recorder.complete(lost, Outcome.INFO, asked, "client died");
        }
        assertThat(lines())
                .containsExactly(
                        "{\"index\":0,\"time\":T,\"process\":0,\"type\":\"invoke\",\"f\":\"send\",\"value\":[[\"send\",3,7]]}",
                        "{\"index\":1,\"time\":T,\"process\":\"nemesis\",\"type\":\"info\",\"f\":\"kill-leader\","
                                + "\"value\":\"nodes [1]\"}",
                        "{\"index\":2,\"time\":T,\"process\":0,\"type\":\"ok\",\"f\":\"send\","
                                + "\"value\":[[\"send\",3,[12,7]]]}",
                        "{\"index\":3,\"time\":T,\"process\":1,\"type\":\"invoke\",\"f\":\"poll\",\"value\":[]}",
                        "{\"index\":4,\"time\":T,\"process\":1,\"type\":\"ok\",\"f\":\"poll\","
                                + "\"value\":[[\"poll\",{\"3\":[[12,7]]}]]}",
                        "{\"index\":5,\"time\":T,\"process\":0,\"type\":\"invoke\",\"f\":\"send\",\"value\":[[\"send\",3,7]]}",
                        "{\"index\":6,\"time\":T,\"process\":0,\"type\":\"info\",\"f\":\"send\","
                                + "\"value\":[[\"send\",3,[null,7],\"info\"]],\"error\":\"client died\"}");
    }

    @Test
    void writesSharesAndCommitsWithTheirGroupAndGeneration() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"))) {
            var join = recorder.invoke(4, Function.JOIN, List.of());
            recorder.complete(join, Outcome.OK, List.of(new Step.Owned("g", 5, List.of(0, 2))), "");
            List<Step> asked = List.of(new Step.Committed("g", 2, 5, 17));
            var commit = recorder.invoke(4, Function.COMMIT, asked);
            recorder.complete(commit, Outcome.FAIL, asked, "FENCED");
        }
        assertThat(lines())
                .containsExactly(
                        "{\"index\":0,\"time\":T,\"process\":4,\"type\":\"invoke\",\"f\":\"join\",\"value\":[]}",
                        "{\"index\":1,\"time\":T,\"process\":4,\"type\":\"ok\",\"f\":\"join\","
                                + "\"value\":[[\"own\",\"g\",5,0,2]]}",
                        "{\"index\":2,\"time\":T,\"process\":4,\"type\":\"invoke\",\"f\":\"commit\","
                                + "\"value\":[[\"commit\",\"g\",2,5,17]]}",
                        "{\"index\":3,\"time\":T,\"process\":4,\"type\":\"fail\",\"f\":\"commit\","
                                + "\"value\":[[\"commit\",\"g\",2,5,17]],\"error\":\"FENCED\"}");
    }

    @Test
    void leavesEachLineInTheFileThoughItIsNeverClosed() throws IOException {
        HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"));
        var send = recorder.invoke(0, Function.SEND, List.of());
        assertThat(lines()).hasSize(1);
        recorder.complete(send, Outcome.OK, List.of(), "");
        recorder.nemesis("kill-leader", "nodes [1]");
        assertThat(lines()).hasSize(3);
        recorder.close();
    }

    @Test
    void keepsWhatNeverEndedAsUnknown() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"))) {
            recorder.invoke(0, Function.SEND, List.of(new Step.Sent(3, 7, -1, Outcome.INFO)));
            var poll = recorder.invoke(1, Function.POLL, List.of());
            recorder.complete(poll, Outcome.OK, List.of(), "");
            History history = recorder.finish(new TreeMap<>());
            assertThat(history.operations()).hasSize(2);
            assertThat(history.sends()).extracting(SendOperation::outcome).containsExactly(Outcome.INFO);
        }
    }

    @Test
    void writesRegistersWithTheirNamesAndWhatAWriteMustFind() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"))) {
            List<Step> deletion = List.of(new Step.Register("t", Step.Register.NONE, 8));
            var write = recorder.invoke(4, Function.WRITE, deletion);
            recorder.complete(write, Outcome.OK, deletion, "");
        }
        assertThat(lines())
                .containsExactly(
                        "{\"index\":0,\"time\":T,\"process\":4,\"type\":\"invoke\",\"f\":\"write\","
                                + "\"value\":[[\"register\",\"t\",-1,8]]}",
                        "{\"index\":1,\"time\":T,\"process\":4,\"type\":\"ok\",\"f\":\"write\","
                                + "\"value\":[[\"register\",\"t\",-1]]}");
    }

    @Test
    void countsWhatWasAcknowledged() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"))) {
            var send = recorder.invoke(0, Function.SEND, List.of());
            recorder.complete(
                    send,
                    Outcome.INFO,
                    List.of(new Step.Sent(0, 7, 1, Outcome.OK), new Step.Sent(0, 8, -1, Outcome.INFO)),
                    "");
            assertThat(recorder.acknowledged()).isEqualTo(1);
            assertThat(recorder.sent()).isEqualTo(2);
            assertThat(recorder.finish(new TreeMap<>()).acknowledgedCount()).isEqualTo(1);
        }
    }
}
