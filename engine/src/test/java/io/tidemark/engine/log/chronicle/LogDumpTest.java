// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDumpTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void showsBatchesEpochsMarkersAndGapsAlsoThoseThatACutLeftAtTheEnd() throws IOException {
        try (ChronicleLogStore store = ChronicleLogStore.open(directory);
                PartitionLog log = store.open("orders", new UUID(1, 2), 0, LogConfig.DEFAULT)
                        .log()) {
            log.append(TestBatches.batch(0, 2, 3, 1000, 10), 0);
            log.append(TestBatches.batch(7, 1, 3, 1000, 10), 2);
            log.appendEpoch(4);
            log.append(TestBatches.batch(20, 1, 4, 1000, 10), 8);
            log.truncateTo(15, 5);
        }
        assertThat(dump())
                .containsExactly(
                        "BATCH live [0, 2)",
                        "GAP live [2, 7)",
                        "BATCH live [7, 8)",
                        "EPOCH live [8, 8)",
                        "BATCH cut [20, 21)",
                        "TRUNCATE live [15, 15)",
                        "GAP live [8, 15)");
    }

    private List<String> dump() throws IOException {
        List<String> lines = new ArrayList<>();
        try (LogInspector inspector = LogInspector.open(directory)) {
            for (String log : inspector.logs()) {
                inspector.dump(
                        log,
                        record -> lines.add(record.kind() + (record.live() ? " live [" : " cut [") + record.baseOffset()
                                + ", " + record.endOffset() + ")"));
            }
        }
        return lines;
    }
}
