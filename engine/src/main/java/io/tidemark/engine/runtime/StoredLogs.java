// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.LogStore.StoredLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of this node: recovered together at the start, opened on demand later, closed together at the end. Thread-safe;
 * its methods block on disks.
 */
public final class StoredLogs {
    private static final Logger LOG = LoggerFactory.getLogger(StoredLogs.class);

    private final LogStore store;
    private final TopicSettings settings;
    private final Map<PartitionKey, PartitionLog> open = new ConcurrentSkipListMap<>();
    private final Map<PartitionKey, StoredLog> unclaimed = new ConcurrentHashMap<>();
    private final Map<PartitionKey, IOException> failed = new ConcurrentHashMap<>();

    /** Nothing opened yet. */
    public StoredLogs(LogStore store, TopicSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    /** Opens and recovers every log found, some at a time, and says what was found. */
    public List<RecoveredPartition> recoverAll(ClusterImage image, Executor threads) throws IOException {
        List<CompletableFuture<RecoveredPartition>> recoveries = new ArrayList<>();
        for (StoredLog stored : store.list()) {
            recoveries.add(CompletableFuture.supplyAsync(() -> recover(stored, image), threads));
        }
        List<RecoveredPartition> recovered = new ArrayList<>();
        for (CompletableFuture<RecoveredPartition> recovery : recoveries) {
            try {
                recovered.add(recovery.join());
            } catch (CompletionException death) {
                throw new IOException("recovery failed: " + death.getCause(), death);
            }
        }
        return recovered;
    }

    private RecoveredPartition recover(StoredLog stored, ClusterImage image) {
        PartitionKey key = new PartitionKey(stored.topicId(), stored.partition());
        unclaimed.put(key, stored);
        TopicImage topic = image.topics().get(stored.topicId());
        try {
            OpenedLog opened = store.open(
                    stored.topic(),
                    stored.topicId(),
                    stored.partition(),
                    topic == null ? settings.defaultLogConfig() : settings.logConfig(topic));
            open.put(key, opened.log());
            if (opened.damaged()) {
                LOG.warn("Log {}-{} was damaged: {}", stored.topic(), stored.partition(), opened.detail());
            }
            return new RecoveredPartition(key, opened.log().logEndOffset(), lastEpoch(opened.log()), opened.damaged());
        } catch (IOException failure) {
            failed.put(key, failure);
            LOG.error("Log {}-{} cannot be opened: {}", stored.topic(), stored.partition(), failure.getMessage());
            return new RecoveredPartition(key, -1, -1, true);
        }
    }

    /** The partition's log: the one recovered at the start, or opened or created now. */
    PartitionLog take(PartitionKey key, TopicImage topic) throws IOException {
        unclaimed.remove(key);
        IOException failure = failed.get(key);
        if (failure != null) {
            throw failure;
        }
        PartitionLog recovered = open.get(key);
        if (recovered != null) {
            return recovered;
        }
        PartitionLog log = store.open(topic.name(), key.topicId(), key.partition(), settings.logConfig(topic))
                .log();
        open.put(key, log);
        return log;
    }

    void close(PartitionKey key, @Nullable PartitionLog log) throws IOException {
        PartitionLog known = open.remove(key);
        PartitionLog closing = log == null ? known : log;
        if (closing != null) {
            closing.close();
        }
    }

    /** Absence is no proof of a deletion: what the image does not know is set aside, never deleted (guard G39). */
    private static boolean isStray(ClusterImage image, PartitionKey key) {
        return !image.topics().containsKey(key.topicId());
    }

    /** Logs that no assignment has taken up. */
    List<PartitionKey> unclaimed() {
        return List.copyOf(unclaimed.keySet());
    }

    void delete(PartitionKey key) throws IOException {
        unclaimed.remove(key);
        failed.remove(key);
        store.delete(key.topicId(), key.partition());
    }

    /**
     * Sets aside the logs of topics that a complete image does not know. Nothing is deleted because it is absent: an operator
     * decides about what was set aside.
     */
    public void setStraysAside(ClusterImage image) {
        for (Map.Entry<PartitionKey, StoredLog> entry : List.copyOf(unclaimed.entrySet())) {
            if (!isStray(image, entry.getKey())) {
                continue;
            }
            unclaimed.remove(entry.getKey());
            StoredLog stored = entry.getValue();
            try {
                close(entry.getKey(), null);
                store.setAside(stored.topicId(), stored.partition());
                LOG.warn(
                        "Log {}-{} of topic id {} belongs to no topic of the cluster; set aside as *.stray",
                        stored.topic(),
                        stored.partition(),
                        stored.topicId());
            } catch (IOException failure) {
                LOG.error("Stray log of {} cannot be set aside: {}", entry.getKey(), failure.getMessage());
            }
        }
    }

    /**
     * Closes every log; all or none count as closed in good order.
     *
     * @return where each log ends; null when one of them was not closed in good order (guard G38)
     */
    public @Nullable List<RecoveredPartition> closeAll() {
        List<RecoveredPartition> ends = new ArrayList<>();
        boolean clean = failed.isEmpty();
        for (Map.Entry<PartitionKey, PartitionLog> entry : open.entrySet()) {
            PartitionLog log = entry.getValue();
            try {
                long logEndOffset = log.logEndOffset();
                int lastEpoch = lastEpoch(log);
                log.close();
                ends.add(new RecoveredPartition(entry.getKey(), logEndOffset, lastEpoch, false));
            } catch (IOException failure) {
                clean = false;
                LOG.error("Log of {} is not closed in good order: {}", entry.getKey(), failure.getMessage());
            }
        }
        open.clear();
        return clean ? ends : null;
    }

    private static int lastEpoch(PartitionLog log) {
        List<EpochStart> epochs = log.epochs();
        return epochs.isEmpty() ? -1 : epochs.get(epochs.size() - 1).leaderEpoch();
    }
}
