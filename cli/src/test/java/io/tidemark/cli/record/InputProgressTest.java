// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String shown(boolean isWatched, long totalBytes, long atSeconds) {
        Terminal terminal = new Terminal(new ByteArrayOutputStream(), err, false, isWatched);
        InputProgress progress = new InputProgress(terminal, totalBytes, 0);
        progress.show(1_000_000, 40, TimeUnit.SECONDS.toNanos(atSeconds));
        terminal.clearProgress();
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aPersonSeesHowFarALongInputIs() {
        assertThat(shown(true, 4_000_000, 2))
                .isEqualTo("\r\u001b[2K[########......................]  25 %  1.0 of 4.0 MB  0.5 MB/s  6 s left"
                        + "  40 acknowledged\r\u001b[2K");
    }

    @Test
    void nothingIsShownOfAShortInputOrOfOneOfUnknownSize() {
        assertThat(shown(true, 4_000_000, 0)).isEmpty();
        assertThat(shown(true, 0, 60)).isEmpty();
    }

    @Test
    void nothingIsShownWhenStandardErrorIsNoTerminal() {
        assertThat(shown(false, 4_000_000, 60)).isEmpty();
    }

    @Test
    void whatIsPipedHasNoProgressInIt(@TempDir Path directory) throws Exception {
        FakeCluster cluster = new FakeCluster();
        cluster.create("lines", 1, 3);
        Path file = Files.writeString(directory.resolve("input"), "a\n".repeat(1_000));

        CommandRun run = CommandRun.watched(cluster, "produce", "lines", "--file", file.toString());

        assertThat(run.out()).startsWith("Wrote 1000 record(s) to lines").doesNotContain("\r");
        assertThat(run.exitCode()).isZero();
    }
}
