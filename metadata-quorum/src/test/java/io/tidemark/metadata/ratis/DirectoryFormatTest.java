// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryFormatTest {
    @Test
    void formatsANewDirectoryAndReadsItBack(@TempDir Path root) throws Exception {
        Path dir = root.resolve("a/b");
        DirectoryFormat.format(dir, "c1", 7);

        FormattedDirectory opened = DirectoryFormat.open(dir);
        assertThat(opened.clusterId()).isEqualTo("c1");
        assertThat(opened.nodeId()).isEqualTo(7);
    }

    @Test
    void aDiskThatIsFormattedAgainIsAnotherDisk(@TempDir Path root) throws Exception {
        DirectoryFormat.format(root.resolve("one"), "c1", 1);
        DirectoryFormat.format(root.resolve("other"), "c1", 1);
        assertThat(DirectoryFormat.open(root.resolve("one")).directoryId())
                .isNotEqualTo(DirectoryFormat.open(root.resolve("other")).directoryId());
    }

    @Test
    void refusesADirectoryThatIsFormattedAlready(@TempDir Path dir) throws Exception {
        DirectoryFormat.format(dir, "c1", 1);
        assertThatExceptionOfType(DirectoryFormatException.class)
                .isThrownBy(() -> DirectoryFormat.format(dir, "c1", 1))
                .withMessageContaining("formatted already")
                .satisfies(DirectoryFormatTest::isOneLine);
    }

    @Test
    void refusesADirectoryWithForeignFiles(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("notes.txt"), "mine");
        assertThatExceptionOfType(DirectoryFormatException.class)
                .isThrownBy(() -> DirectoryFormat.format(dir, "c1", 1))
                .withMessageContaining("notes.txt")
                .satisfies(DirectoryFormatTest::isOneLine);
    }

    @Test
    void formatsAgainWhatAFormatThatWasCutShortLeft(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve(DirectoryFormat.BOOTSTRAP_FILE), "c1\n");
        Files.writeString(dir.resolve(DirectoryFormat.META_FILE + ".tmp"), "format.ver");
        DirectoryFormat.format(dir, "c1", 1);
        assertThat(DirectoryFormat.open(dir, "c1", 1).nodeId()).isEqualTo(1);
    }

    @Test
    void refusesToOpenWhatIsNotFormatted(@TempDir Path dir) {
        assertThatExceptionOfType(DirectoryFormatException.class)
                .isThrownBy(() -> DirectoryFormat.open(dir))
                .withMessageContaining("tidemark format")
                .satisfies(DirectoryFormatTest::isOneLine);
    }

    @Test
    void refusesToOpenForAnotherNodeOrCluster(@TempDir Path dir) throws Exception {
        DirectoryFormat.format(dir, "c1", 1);
        assertThatExceptionOfType(DirectoryFormatException.class)
                .isThrownBy(() -> DirectoryFormat.open(dir, "c1", 2))
                .withMessageContaining("belongs to node 1 of cluster c1, not to node 2 of cluster c1");
        assertThatExceptionOfType(DirectoryFormatException.class).isThrownBy(() -> DirectoryFormat.open(dir, "c2", 1));
    }

    @Test
    void refusesAnUnknownFormatVersionAndADamagedMark(@TempDir Path dir) throws Exception {
        Path meta = dir.resolve(DirectoryFormat.META_FILE);
        Files.writeString(meta, "format.version=2\n");
        assertThatExceptionOfType(DirectoryFormatException.class)
                .isThrownBy(() -> DirectoryFormat.open(dir))
                .withMessageContaining("format.version 2");
        Files.writeString(meta, "format.version=1\ncluster.id=c1\nnode.id=x\ndirectory.id=y\n");
        assertThatExceptionOfType(DirectoryFormatException.class)
                .isThrownBy(() -> DirectoryFormat.open(dir))
                .withMessageContaining("damaged");
    }

    private static void isOneLine(Throwable thrown) {
        assertThat(thrown.getMessage()).doesNotContain("\n");
    }
}
