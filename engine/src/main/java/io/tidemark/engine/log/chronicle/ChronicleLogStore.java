// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.PartitionLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of one directory, which it locks against other processes. Thread-safe. Its one background thread does what
 * no partition waits for: checkpoints, manifests, deletion.
 */
public final class ChronicleLogStore implements LogStore {
    private static final Logger LOGGER = LoggerFactory.getLogger(ChronicleLogStore.class);
    private static final long CLOSE_WAIT_SECONDS = 30;

    private final Path directory;
    private final FileChannel lock;
    private final StoreParts parts;
    private final ExecutorService background = thread("log-housekeeping");
    private final ExecutorService ahead = thread("log-space");
    private final AwakeLogs awake;
    private @Nullable Scrubber scrubber;
    private final ConcurrentHashMap<LogIdentity, Opening> open = new ConcurrentHashMap<>();

    /** Holds the place of a log while it is being opened. */
    private static final class Opening {
        private volatile @Nullable ChronicleLog log;
    }

    private ChronicleLogStore(
            Path directory, SpaceSource space, LongSupplier clockMs, @Nullable Supplier<LogFold> folds, AwakeLogs awake)
            throws IOException {
        this.directory = directory;
        this.awake = awake;
        this.lock = lock(directory);
        SpaceReserve reserve = new SpaceReserve(directory, space);
        this.parts = new StoreParts(new SpareSpace(space, reserve), reserve, background, ahead, clockMs, folds);
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens the store of a directory, creating the directory when it is not there.
     *
     * @throws IOException if another process has it open, or disk space cannot be reserved in it
     */
    public static ChronicleLogStore open(Path topicsDir) throws IOException {
        Files.createDirectories(topicsDir);
        return open(topicsDir, PosixSpace.open(topicsDir), System::currentTimeMillis, null);
    }

    /**
     * As {@link #open(Path)}; values of folds are saved where segments end, for {@link PartitionLog#fold} to begin from.
     *
     * @param folds makes a fold of the only kind that its logs are asked for
     */
    public static ChronicleLogStore open(Path topicsDir, Supplier<LogFold> folds) throws IOException {
        Files.createDirectories(topicsDir);
        return open(topicsDir, PosixSpace.open(topicsDir), System::currentTimeMillis, folds);
    }

    static ChronicleLogStore open(
            Path topicsDir, SpaceSource space, LongSupplier clockMs, @Nullable Supplier<LogFold> folds)
            throws IOException {
        return open(topicsDir, space, clockMs, folds, ProcessLimits.awakeLogs());
    }

    /** @param awakeLogs how many logs may hold files at the same time; one more for as long as another takes to rest */
    static ChronicleLogStore open(
            Path topicsDir, SpaceSource space, LongSupplier clockMs, @Nullable Supplier<LogFold> folds, int awakeLogs)
            throws IOException {
        ChronicleLogStore store = new ChronicleLogStore(topicsDir, space, clockMs, folds, new AwakeLogs(awakeLogs));
        store.parts.reserve().restore();
        store.purgeDeleted();
        return store;
    }

    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            LOGGER.debug("locked by this process", e);
        }
        channel.close();
        throw new IOException(directory + " is in use by another process");
    }

    @Override
    public OpenedLog open(String topic, UUID topicId, int partition, LogConfig config) throws IOException {
        LogIdentity identity = new LogIdentity(topicId, partition);
        Path path = directory.resolve(LogDirectory.name(topic, identity));
        Opening opening = new Opening();
        if (open.putIfAbsent(identity, opening) != null) {
            throw new IOException("the log of " + topic + "-" + partition + " is open already");
        }
        try {
            LogPlace place = new LogPlace(identity, topic, new SegmentFiles(path), parts);
            Recovery recovery = Recovery.run(place);
            recovery.state().rest();
            ChronicleLog log = new ChronicleLog(place, config, recovery, awake, () -> open.remove(identity));
            opening.log = log;
            Recovery.Outcome outcome = recovery.outcome();
            return new OpenedLog(log, outcome.clean(), outcome.damaged(), outcome.detail());
        } finally {
            if (opening.log == null) {
                open.remove(identity);
            }
        }
    }

    @Override
    public void onRestWanted(Consumer<StoredLog> listener) {
        awake.onRestWanted(listener);
    }

    /**
     * Reads sealed segments again in the background from now on, slowly, and tells of damage.
     *
     * @param bytesPerSecond bound on the reading
     * @param restMs pause before each pass over everything, milliseconds
     */
    public synchronized void startScrubbing(long bytesPerSecond, long restMs, DamageListener listener) {
        if (scrubber == null) {
            scrubber = new Scrubber(this::openLogs, new Pace(bytesPerSecond), listener);
            scrubber.start(restMs);
        }
    }

    private synchronized void stopScrubbing() {
        if (scrubber != null) {
            scrubber.close();
        }
    }

    private List<ChronicleLog> openLogs() {
        List<ChronicleLog> logs = new ArrayList<>();
        for (Opening opening : open.values()) {
            ChronicleLog log = opening.log;
            if (log != null) {
                logs.add(log);
            }
        }
        return logs;
    }

    @Override
    public void delete(UUID topicId, int partition) throws IOException {
        LogIdentity identity = new LogIdentity(topicId, partition);
        if (open.containsKey(identity)) {
            throw new IOException("the log of partition " + partition + " of " + topicId + " is open");
        }
        for (Path path : directories()) {
            StoredLog stored = LogDirectory.parse(path.getFileName().toString());
            if (stored != null
                    && stored.partition() == partition
                    && stored.topicId().equals(topicId)) {
                Path aside = path.resolveSibling(
                        LogDirectory.deletedName(path.getFileName().toString()));
                Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
                SegmentFiles.forceDirectory(directory);
                background.execute(() -> purge(aside));
            }
        }
    }

    @Override
    public void setAside(UUID topicId, int partition) throws IOException {
        if (open.containsKey(new LogIdentity(topicId, partition))) {
            throw new IOException("the log of partition " + partition + " of " + topicId + " is open");
        }
        for (Path path : directories()) {
            String name = path.getFileName().toString();
            StoredLog stored = LogDirectory.parse(name);
            if (stored != null
                    && stored.partition() == partition
                    && stored.topicId().equals(topicId)) {
                Files.move(path, path.resolveSibling(LogDirectory.strayName(name)), StandardCopyOption.ATOMIC_MOVE);
                SegmentFiles.forceDirectory(directory);
            }
        }
    }

    @Override
    public List<StoredLog> list() throws IOException {
        List<StoredLog> found = new ArrayList<>();
        for (Path path : directories()) {
            StoredLog stored = LogDirectory.parse(path.getFileName().toString());
            if (stored != null) {
                found.add(withFullName(path, stored));
            }
        }
        return found;
    }

    private static StoredLog withFullName(Path path, StoredLog stored) throws IOException {
        Manifest manifest =
                Manifest.load(new SegmentFiles(path).manifest(), new LogIdentity(stored.topicId(), stored.partition()));
        return manifest == null ? stored : new StoredLog(manifest.topic(), stored.topicId(), stored.partition());
    }

    private List<Path> directories() throws IOException {
        List<Path> found = new ArrayList<>();
        try (var stream = Files.newDirectoryStream(directory, Files::isDirectory)) {
            stream.forEach(found::add);
        }
        return found;
    }

    private void purgeDeleted() throws IOException {
        for (Path path : directories()) {
            if (LogDirectory.isDeleted(path.getFileName().toString())) {
                background.execute(() -> purge(path));
            }
        }
    }

    private static void purge(Path path) {
        try (var files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOGGER.warn("cannot remove {}; tried again at the next start", path, e);
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        stopScrubbing();
        for (ChronicleLog log : openLogs()) {
            try {
                log.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        stop();
        if (failure != null) {
            throw failure;
        }
    }

    /** Lets go of everything and leaves the files as they are, as the end of the process does. */
    void abandon() throws IOException {
        stopScrubbing();
        for (ChronicleLog log : openLogs()) {
            log.release();
        }
        stop();
    }

    private void stop() throws IOException {
        background.shutdown();
        ahead.shutdown();
        try {
            if (!ahead.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)
                    || !background.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                LOGGER.warn("housekeeping of {} did not end", directory);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lock.close();
    }
}
