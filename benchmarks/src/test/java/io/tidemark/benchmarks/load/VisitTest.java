// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.report.ResultFile;
import io.tidemark.benchmarks.report.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VisitTest {
    private static final RunTimes AT_ONCE =
            new RunTimes(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO, Duration.ofMillis(1), 1, 1);

    @TempDir
    private Path directory = Path.of("");

    private final List<String> told = new ArrayList<>();

    @Test
    void measuresTheStartAndThenEveryScenarioAlthoughOneFails() throws IOException {
        ResultFile results = new ResultFile(directory.resolve("results.jsonl"));
        Visit visit = new Visit(new IdleSystem(), 3, AT_ONCE, results, told::add);

        assertThatThrownBy(() -> visit.run(List.of(new Broken(), new Counting("second", false))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 scenarios failed");

        assertThat(results.read())
                .extracting(RunResult::scenario)
                .containsExactly("cold-start", "idle-memory", "second");
        assertThat(results.read()).extracting(RunResult::pair).containsOnly(3);
        assertThat(told).anyMatch(line -> line.contains("broken failed"));
    }

    @Test
    void endsAfterTheScenarioThatBreaksTheCluster() throws Exception {
        ResultFile results = new ResultFile(directory.resolve("results.jsonl"));

        new Visit(new IdleSystem(), 1, AT_ONCE, results, told::add)
                .run(List.of(new Counting("breaking", true), new Counting("after", false)));

        assertThat(results.read())
                .extracting(RunResult::scenario)
                .contains("breaking")
                .doesNotContain("after");
    }

    private record Counting(String name, boolean breaksCluster) implements Scenario {
        @Override
        public Outcome run(LogSystem system, RunTimes times) {
            return Outcome.empty();
        }
    }

    private static final class Broken implements Scenario {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public Outcome run(LogSystem system, RunTimes times) {
            throw new IllegalStateException("no");
        }
    }

    /** A cluster without nodes that takes everything at once. */
    private static final class IdleSystem implements LogSystem {
        @Override
        public String name() {
            return "idle";
        }

        @Override
        public void start() {}

        @Override
        public void createTopic(TopicSpec topic, Duration limit) {}

        @Override
        public void deleteTopic(String topic) {}

        @Override
        public LoadProducer producer(ProducerSettings settings) {
            return new LoadProducer() {
                @Override
                public void send(String topic, int partition, byte[] value, Completion completion) {
                    completion.done(null);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
        }

        @Override
        public LoadConsumer consumer(TopicSpec topic, StartAt startAt) {
            throw new IllegalStateException("nobody reads here");
        }

        @Override
        public ProcessHandle leaderOf(String topic, int partition) {
            throw new IllegalStateException("nobody leads here");
        }

        @Override
        public List<ProcessHandle> nodes() {
            return List.of();
        }

        @Override
        public void startProfile() {}

        @Override
        public void restart() {}

        @Override
        public void close() {}
    }
}
