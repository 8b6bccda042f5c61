// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogStore.StoredLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at the logs of a node that is stopped; changes nothing. Keeps the node from starting meanwhile. One thread. */
public final class LogInspector implements AutoCloseable {
    private final List<FileChannel> locks = new ArrayList<>();
    private final Map<String, Path> directories = new TreeMap<>();

    private LogInspector() {}

    /**
     * Opens a node's data directory, its directory of logs, or the directory of one log.
     *
     * @throws IOException if there is none, or the node runs
     */
    public static LogInspector open(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException(directory + " is not a directory");
        }
        LogInspector inspector = new LogInspector();
        try {
            inspector.find(directory.toAbsolutePath().normalize());
            return inspector;
        } catch (IOException | RuntimeException e) {
            inspector.close();
            throw e;
        }
    }

    private void find(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent != null && nameOf(directory) != null) {
            lock(parent);
            directories.put(directory.getFileName().toString(), directory);
            return;
        }
        Path topics = directory.resolve("topics");
        lock(directory);
        if (Files.isDirectory(topics)) {
            lock(topics);
        }
        try (var found = Files.newDirectoryStream(Files.isDirectory(topics) ? topics : directory, Files::isDirectory)) {
            for (Path path : found) {
                if (nameOf(path) != null) {
                    directories.put(path.getFileName().toString(), path);
                }
            }
        }
        if (directories.isEmpty()) {
            throw new IOException("there is no log in " + directory);
        }
    }

    private static @Nullable StoredLog nameOf(Path directory) {
        return LogDirectory.parseAlsoAside(directory.getFileName().toString());
    }

    private void lock(Path directory) throws IOException {
        Path file = directory.resolve(".lock");
        if (Files.notExists(file)) {
            return;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        locks.add(channel);
        try {
            if (channel.tryLock(0, Long.MAX_VALUE, true) != null) {
                return;
            }
        } catch (OverlappingFileLockException heldByThisProcess) {
            throw new IOException(directory + " is in use by a running node; stop it first", heldByThisProcess);
        }
        throw new IOException(directory + " is in use by a running node; stop it first");
    }

    /** The directories of the logs found, by name. */
    public List<String> logs() {
        return List.copyOf(directories.keySet());
    }

    private Found found(String log) throws IOException {
        Path path = directories.get(log);
        StoredLog stored = path == null ? null : nameOf(path);
        if (path == null || stored == null) {
            throw new IOException("there is no log " + log);
        }
        LogIdentity identity = new LogIdentity(stored.topicId(), stored.partition());
        SegmentFiles files = new SegmentFiles(path);
        Manifest manifest = Manifest.load(files.manifest(), identity);
        StoredLog named =
                manifest == null ? stored : new StoredLog(manifest.topic(), stored.topicId(), stored.partition());
        return new Found(named, identity, files, manifest);
    }

    private record Found(
            StoredLog log,
            LogIdentity identity,
            SegmentFiles files,
            @Nullable Manifest manifest) {
        ScannedLog scan() throws IOException {
            return new LogScan(files, identity, manifest, MarkFile.read(files.mark()), false).run();
        }
    }

    /** Reads every byte of a log and says what it holds. */
    public LogVerdict verify(String log) throws IOException {
        Found found = found(log);
        ScannedLog scanned = found.scan();
        try {
            LogView view = scanned.view();
            boolean damaged = scanned.damaged();
            return new LogVerdict(
                    found.log(),
                    scanned.asClosed(),
                    damaged,
                    view.logStartOffset(),
                    view.logEndOffset(),
                    scanned.epochs().lastEpoch(),
                    view.spans().size(),
                    view.sizeBytes(),
                    List.copyOf(scanned.faults()));
        } finally {
            scanned.retire();
        }
    }

    /** Shows every record in the files of a log, also those that are not part of it any more, and every fault. */
    public void dump(String log, Consumer<StoredRecord> to) throws IOException {
        Found found = found(log);
        ScannedLog scanned = found.scan();
        try {
            new LogDump(found.identity(), scanned.view(), to).run(found.files());
        } finally {
            scanned.retire();
        }
    }

    @Override
    public void close() throws IOException {
        for (FileChannel lock : locks) {
            lock.close();
        }
    }
}
