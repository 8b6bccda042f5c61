// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.ClusterImage;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotRetentionPolicy;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.MD5FileUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots of the image in the state machine directory: {@code snapshot.TERM_INDEX} beside its MD5 file, which Ratis
 * checks when it sends one to a lagging voter. The MD5 file is written last, so a snapshot without it does not count.
 * Written by the applying thread; the latest may be asked for by any.
 */
final class ImageSnapshots implements StateMachineStorage {
    private static final Logger LOG = LoggerFactory.getLogger(ImageSnapshots.class);
    private static final Pattern NAME = Pattern.compile("snapshot\\.(\\d+)_(\\d+)");

    private @Nullable Path directory;
    private volatile @Nullable SingleFileSnapshotInfo latest;

    @Override
    public void init(RaftStorage storage) throws IOException {
        Path opened = storage.getStorageDir().getStateMachineDir().toPath();
        directory = opened;
        restoreInterruptedInstall(opened);
        Files.createDirectories(opened);
        rescan();
    }

    /** Looks again at what is on disk: a snapshot from the leader replaces the whole directory. */
    void rescan() throws IOException {
        List<SingleFileSnapshotInfo> found = newestFirst(opened());
        latest = found.isEmpty() ? null : found.get(0);
    }

    /** Writes a snapshot; it counts when this returns. */
    void save(TermIndex applied, ClusterImage image) throws IOException {
        Path file = opened().resolve("snapshot." + applied.getTerm() + "_" + applied.getIndex());
        DurableFiles.replace(file, SnapshotFile.encode(image));
        MD5FileUtil.saveMD5File(file.toFile(), MD5FileUtil.computeMd5ForFile(file.toFile()));
        DurableFiles.forceDirectory(opened());
        rescan();
    }

    /** The image of the latest snapshot; null when there is none. */
    @Nullable
    ClusterImage load() throws IOException {
        SingleFileSnapshotInfo snapshot = latest;
        if (snapshot == null) {
            return null;
        }
        Path file = snapshot.getFile().getPath();
        try {
            return SnapshotFile.decode(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IOException(
                    file + ": " + e.getMessage() + "; replace this voter's disk and let it join as a new voter", e);
        }
    }

    @Override
    public @Nullable SingleFileSnapshotInfo getLatestSnapshot() {
        return latest;
    }

    @Override
    public void format() {
        // Ratis clears the whole directory itself.
    }

    @Override
    public void cleanupOldSnapshots(SnapshotRetentionPolicy policy) throws IOException {
        int kept = policy == null ? 0 : policy.getNumSnapshotsRetained();
        if (kept <= 0) {
            return;
        }
        List<SingleFileSnapshotInfo> found = newestFirst(opened());
        for (int i = kept; i < found.size(); i++) {
            File file = found.get(i).getFile().getPath().toFile();
            Files.deleteIfExists(MD5FileUtil.getDigestFileForFile(file).toPath());
            Files.deleteIfExists(file.toPath());
        }
    }

    private Path opened() {
        Path opened = directory;
        if (opened == null) {
            throw new IllegalStateException("the snapshot storage is not open");
        }
        return opened;
    }

    /**
     * Ratis installs a leader's snapshot by moving the directory aside and the new one into its place. A crash between the
     * two leaves none; then the one that was moved aside is moved back, and the leader sends its snapshot again.
     */
    private static void restoreInterruptedInstall(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent == null || Files.exists(directory) || !Files.exists(parent)) {
            return;
        }
        try (Stream<Path> siblings = Files.list(parent)) {
            Path aside = siblings.filter(path -> isMovedAside(path, directory))
                    .max(Comparator.comparingLong(ImageSnapshots::newestIndex))
                    .orElse(null);
            if (aside != null) {
                LOG.warn("an interrupted snapshot installation is undone: {} becomes {}", aside, directory);
                Files.move(aside, directory);
                DurableFiles.forceDirectory(parent);
            }
        }
    }

    private static boolean isMovedAside(Path path, Path directory) {
        String name = String.valueOf(path.getFileName());
        return Files.isDirectory(path) && name.startsWith(directory.getFileName() + ".");
    }

    private static long newestIndex(Path directory) {
        try {
            List<SingleFileSnapshotInfo> found = newestFirst(directory);
            return found.isEmpty() ? -1 : found.get(0).getIndex();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<SingleFileSnapshotInfo> newestFirst(Path directory) throws IOException {
        List<SingleFileSnapshotInfo> found = new ArrayList<>();
        if (!Files.exists(directory)) {
            return found;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                MD5Hash md5 = name.matches() ? MD5FileUtil.readStoredMd5ForFile(file.toFile()) : null;
                if (md5 != null) {
                    found.add(new SingleFileSnapshotInfo(
                            new FileInfo(file, md5), Long.parseLong(name.group(1)), Long.parseLong(name.group(2))));
                }
            }
        }
        found.sort(Comparator.comparingLong(SingleFileSnapshotInfo::getIndex).reversed());
        return found;
    }
}
