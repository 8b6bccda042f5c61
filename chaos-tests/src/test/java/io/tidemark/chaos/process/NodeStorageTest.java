// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.chaos.process.NodePlan.Ports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Disks that can be filled and whose power can be cut really are full, and really lose what was not forced. Needs root. */
@Timeout(60)
class NodeStorageTest {
    private static final Ports NONE = new Ports(1, 2, 3);

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void isRoot() {
        assumeTrue(Shell.isRoot(), "needs root");
    }

    private NodeStorage storage(Storage kind) throws IOException {
        NodePlan node = new NodePlan(1, folder, "127.0.0.1", NONE, "127.0.0.1", NONE);
        NodeStorage storage = new NodeStorage(node, kind);
        storage.create();
        return storage;
    }

    private void write(String name, int sizeBytes, boolean forced) throws IOException {
        try (FileChannel channel = FileChannel.open(
                folder.resolve("data").resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap("x".repeat(sizeBytes).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (forced) {
                channel.force(true);
            }
        }
    }

    @Test
    void aFullDiskTakesNoMoreUntilItIsDrained() throws IOException {
        NodeStorage storage = storage(Storage.MEMORY);
        try {
            assertThat(storage.fill()).isPositive();
            assertThat(storage.usableBytes()).isLessThan(1 << 20);
            assertThatThrownBy(() -> write("more", 1 << 20, false)).hasMessageContaining("No space");
            Files.deleteIfExists(folder.resolve("data").resolve("more"));
            storage.drain();
            write("more", 1 << 20, true);
        } finally {
            storage.remove();
        }
    }

    @Test
    void aPowerCutLosesWhatWasNotForcedAndOnlyThat() throws IOException {
        NodeStorage storage = storage(Storage.IMAGE);
        try {
            write("forced", 100_000, true);
            Shell.run("sync", "-f", folder.resolve("data").toString());
            assertThat(storage.cutPower())
                    .as("nothing to lose, nothing to show")
                    .isEmpty();
            write("not-forced", 100_000, false);
            assertThat(storage.cutPower()).contains("files changed");
            assertThat(folder.resolve("data").resolve("forced")).hasSize(100_000);
            assertThat(folder.resolve("data").resolve("not-forced")).doesNotExist();
        } finally {
            storage.remove();
        }
    }

    @Test
    void filesOfAFileSystemOfItsOwnOutliveItWhenTheyAreWanted() throws IOException {
        for (Storage kind : Storage.values()) {
            NodeStorage storage = storage(kind);
            try {
                write("of-" + kind, 100_000, false);
            } finally {
                storage.removeButKeepFiles();
            }
            assertThat(folder.resolve("data").resolve("of-" + kind)).hasSize(100_000);
            assertThat(folder.resolve("data-kept")).doesNotExist();
            Files.delete(folder.resolve("data").resolve("of-" + kind));
        }
    }
}
