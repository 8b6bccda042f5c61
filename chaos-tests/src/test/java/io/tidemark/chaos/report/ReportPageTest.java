// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
    private static final String HISTORY = """
            {"index":0,"time":1,"process":3,"type":"invoke","f":"send","value":[["send",0,70]]}
            {"index":1,"time":2,"process":4,"type":"invoke","f":"send","value":[["send",0,71]]}
            {"index":2,"time":3,"process":"nemesis","type":"info","f":"kill-leader","value":"start"}
            {"index":3,"time":4,"process":4,"type":"ok","f":"send","value":[["send",0,[5,71]]]}
            {"index":4,"time":5,"process":4,"type":"invoke","f":"poll","value":[]}
            {"index":5,"time":6,"process":3,"type":"ok","f":"send","value":[["send",0,[4,70]]]}
            """;

    @TempDir
    Path directory = Path.of("");

    private String pageWith(String anomaly) throws IOException {
        RunRecord run = RunRecord.of(new History(List.of(), new TreeMap<>()));
        Verdict verdict = new Verdict(Map.of("NoLostWrites", List.of(anomaly)), List.of());
        ReportPage.write(directory.resolve("report.html"), "Run 7", Map.of(), run, verdict);
        return Files.readString(directory.resolve("report.html"));
    }

    @Test
    void showsBelowAnAnomalyTheInvocationsAndCompletionsThatItNames() throws IOException {
        Files.writeString(directory.resolve("history.jsonl"), HISTORY);
        assertThat(pageWith("value 71 [op 1] was lost"))
                .contains("[[&quot;send&quot;,0,71]]", "[[&quot;send&quot;,0,[5,71]]]")
                .doesNotContain("[[&quot;send&quot;,0,70]]", "&quot;poll&quot;", "[4,70]");
    }

    @Test
    void showsOperationsInTheOrderInWhichTheyAreNamed() throws IOException {
        Files.writeString(directory.resolve("history.jsonl"), HISTORY);
        String page = pageWith("value 71 [op 1] before value 70 [op 0], see [op 1]");
        assertThat(page.indexOf("[5,71]")).isPositive().isLessThan(page.indexOf("[4,70]"));
        assertThat(page.indexOf("[5,71]")).isEqualTo(page.lastIndexOf("[5,71]"));
    }

    @Test
    void showsAnomaliesThatNameNoOperationOrOneThatIsNotThere() throws IOException {
        assertThat(pageWith("value 71 [op 1] was lost")).contains("value 71 [op 1] was lost");
        Files.writeString(directory.resolve("history.jsonl"), HISTORY);
        assertThat(pageWith("value 71 was lost")).contains("value 71 was lost").doesNotContain("&quot;send&quot;");
        assertThat(pageWith("[op 99]")).contains("[op 99]").doesNotContain("&quot;send&quot;");
    }
}
