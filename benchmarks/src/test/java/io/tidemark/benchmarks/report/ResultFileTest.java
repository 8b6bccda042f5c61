// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void readsBackWhatItWrote() throws IOException {
        ResultFile file = new ResultFile(directory.resolve("deeper").resolve("results.jsonl"));
        RunResult first = ComparisonTest.run("tidemark", 1, 30);
        RunResult second = new RunResult(
                "kafka",
                "latency-1k",
                2,
                new TreeMap<>(Map.of("ackP50Micros", 1.5)),
                new TreeMap<>(),
                new TreeMap<>(Map.of("ack", List.of(new RunResult.CurvePoint(0.5, 1.5)))));

        file.append(first);
        file.append(second);

        assertThat(file.read()).containsExactly(first, second);
    }

    @Test
    void aFileThatIsNotThereHoldsNothing() throws IOException {
        assertThat(new ResultFile(directory.resolve("none")).read()).isEmpty();
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
        Path file = directory.resolve("results.jsonl");
        Files.writeString(file, "\n{\"system\":");

        assertThatThrownBy(() -> new ResultFile(file).read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2");
    }
}
