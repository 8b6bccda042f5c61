// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;

/**
 * Decides whether a voter may found its part of the quorum or must recover it. The bootstrap marker of
 * {@link DirectoryFormat} lives until the Raft storage is on disk and is gone before the voter answers anyone, so a marker
 * means that this voter has never voted, and no marker that its Raft storage must be there.
 */
final class QuorumBootstrap {
    private final Path marker;
    private final Path quorumDirectory;
    private final Path raftMeta;

    QuorumBootstrap(FormattedDirectory directory) {
        this.marker = directory.path().resolve(DirectoryFormat.BOOTSTRAP_FILE);
        this.quorumDirectory = directory.path().resolve("quorum");
        this.raftMeta = new QuorumIdentity(directory.clusterId()).raftMeta(quorumDirectory);
    }

    Path quorumDirectory() {
        return quorumDirectory;
    }

    /** How to open the Raft storage. */
    StartupOption startupOption() throws QuorumStartException, IOException {
        boolean founded = Files.isRegularFile(raftMeta);
        if (founded && Files.size(raftMeta) == 0) {
            throw new QuorumStartException(raftMeta + " is empty (a full disk does that): this voter's vote is lost,"
                    + " replace the voter's disk and let it join as a new voter");
        }
        if (founded) {
            return StartupOption.RECOVER;
        }
        if (!Files.exists(marker)) {
            throw new QuorumStartException(
                    quorumDirectory + " holds no metadata log although this node has voted before:"
                            + " restore the disk, or let the node join as a new voter");
        }
        clearHalfFounded();
        Files.createDirectories(quorumDirectory);
        return StartupOption.FORMAT;
    }

    /** The Raft storage is there: from now on only recover. Called before the voter answers anyone. */
    void onStorageReady() throws IOException {
        if (Files.exists(marker)) {
            Path group = quorumDirectory.relativize(raftMeta).getName(0);
            DurableFiles.forceDirectory(quorumDirectory.resolve(group).resolve("current"));
            DurableFiles.forceDirectory(quorumDirectory.resolve(group));
            DurableFiles.forceDirectory(quorumDirectory);
            DurableFiles.forceDirectory(marker.resolveSibling("."));
            DurableFiles.delete(marker);
        }
    }

    /** A first start that was cut short before anything was voted for. */
    private void clearHalfFounded() throws IOException {
        if (!Files.exists(quorumDirectory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(quorumDirectory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
