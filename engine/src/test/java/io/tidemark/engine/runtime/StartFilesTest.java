// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small files that a start reads and leaves. */
class StartFilesTest {
    private static final PartitionKey KEY = new PartitionKey(new UUID(1, 2), 3);

    @Test
    void takesACleanShutdownOnce(@TempDir Path directory) throws IOException {
        RecoveredPartition closed = new RecoveredPartition(KEY, 17, 4, false);
        new CleanShutdownFile(directory).write(42, List.of(closed));

        CleanShutdownFile.Content content = requireNonNull(new CleanShutdownFile(directory).take());

        assertThat(content).isEqualTo(new CleanShutdownFile.Content(42, List.of(closed)));
        assertThat(new CleanShutdownFile(directory).take()).isNull();
    }

    @Test
    void takesATornCleanShutdownFileForAnUncleanStop(@TempDir Path directory) throws IOException {
        new CleanShutdownFile(directory).write(42, List.of(new RecoveredPartition(KEY, 17, 4, false)));
        Path file = directory.resolve("clean-shutdown");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 4));

        assertThat(new CleanShutdownFile(directory).take()).isNull();
        assertThat(file).doesNotExist();
    }

    @Test
    void keepsTheFormatOfTheCleanShutdownFile(@TempDir Path directory) throws IOException {
        new CleanShutdownFile(directory).write(42, List.of(new RecoveredPartition(KEY, 17, 4, false)));

        assertThat(directory.resolve("clean-shutdown")).hasContent("""
                        tidemark-clean-shutdown 1
                        broker-epoch 42
                        00000000-0000-0001-0000-000000000002 3 17 4
                        end 1
                        """);
    }

    @Test
    void tellsTheSameBootFromAnother(@TempDir Path directory) throws IOException {
        Path kernel = directory.resolve("kernel");
        Path file = directory.resolve("boot-id");
        Files.writeString(kernel, "boot-1\n");
        assertThat(new RegisteredBoot(file, kernel).isSameAsLastRegistered()).isFalse();
        new RegisteredBoot(file, kernel).registered();
        assertThat(new RegisteredBoot(file, kernel).isSameAsLastRegistered()).isTrue();

        Files.writeString(kernel, "boot-2\n");
        assertThat(new RegisteredBoot(file, kernel).isSameAsLastRegistered()).isFalse();
    }

    @Test
    void aStartThatWasNotRegisteredDoesNotHideTheLossFromTheNext(@TempDir Path directory) throws IOException {
        Path kernel = directory.resolve("kernel");
        Path file = directory.resolve("boot-id");
        Files.writeString(kernel, "boot-1\n");
        new RegisteredBoot(file, kernel).registered();
        Files.writeString(kernel, "boot-2\n");

        assertThat(new RegisteredBoot(file, kernel).isSameAsLastRegistered()).isFalse();
        assertThat(new RegisteredBoot(file, kernel).isSameAsLastRegistered()).isFalse();
    }

    @Test
    void takesAnUnknownBootForAnother(@TempDir Path directory) throws IOException {
        Path kernel = directory.resolve("no-such-file");
        Path file = directory.resolve("boot-id");
        new RegisteredBoot(file, kernel).registered();
        assertThat(new RegisteredBoot(file, kernel).isSameAsLastRegistered()).isFalse();
    }

    @Test
    void keepsWhatAStartFoundUntilItIsTold(@TempDir Path directory) throws IOException {
        PartitionKey other = new PartitionKey(KEY.topicId(), 7);
        new UntoldReport(directory).extend(new StopReport(-1, true, List.of(KEY)));

        StopReport next = new UntoldReport(directory).extend(new StopReport(-1, false, List.of(other)));
        assertThat(next).isEqualTo(new StopReport(-1, true, List.of(other, KEY)));

        new UntoldReport(directory).told();
        StopReport clean = new StopReport(5, false, List.of());
        assertThat(new UntoldReport(directory).extend(clean)).isEqualTo(clean);
    }

    @Test
    void refusesToStartOverATornReportOfLosses(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("untold-report"), "tidemark-untold-report 1\nlossy true\n");

        assertThatThrownBy(() -> new UntoldReport(directory).extend(new StopReport(-1, false, List.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not readable");
    }

    @Test
    void remembersHighWatermarks(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("high-watermarks");
        HighWatermarkHints hints = HighWatermarkHints.load(file);
        hints.publish(KEY, 99);
        hints.write();

        assertThat(HighWatermarkHints.load(file).hint(KEY, 100)).isEqualTo(99);
        assertThat(file).hasContent("tidemark-high-watermarks 1\n00000000-0000-0001-0000-000000000002 3 99\n");
    }

    @Test
    void startsWithoutHintsWhenTheirFileIsDamaged(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("high-watermarks");
        Files.writeString(file, "tidemark-high-watermarks 1\nnonsense\n");

        assertThat(HighWatermarkHints.load(file).hint(KEY, 100)).isZero();
    }

    @Test
    void aHighWatermarkAboveWhatIsLeftOfTheLogIsNotRememberedOnceTheLogHasGrownAgain(@TempDir Path directory)
            throws IOException {
        Path file = directory.resolve("high-watermarks");
        HighWatermarkHints hints = HighWatermarkHints.load(file);
        hints.publish(KEY, 70);
        hints.write();

        long unused = HighWatermarkHints.load(file).hint(KEY, 54);

        assertThat(HighWatermarkHints.load(file).hint(KEY, 72)).isEqualTo(54);
    }

    @Test
    void remembersNoHighWatermarkAfterALoss(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("high-watermarks");
        HighWatermarkHints hints = HighWatermarkHints.load(file);
        hints.publish(KEY, 7);
        hints.write();

        hints.forgetAll();

        assertThat(hints.hint(KEY, 10)).isZero();
        assertThat(HighWatermarkHints.load(file).hint(KEY, 10)).isZero();
    }
}
