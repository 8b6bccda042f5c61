// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.StoredBatch;
import io.tidemark.chaos.workload.StoredRecord;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the logs of nodes that have stopped, from their files. */
public final class StoppedLogs {
    private StoppedLogs() {}

    /**
     * What nodes left.
     *
     * @param logs every log that could be read
     * @param unreadable what is wrong with each of the others
     */
    public record Found(List<ReplicaLog> logs, List<String> unreadable) {}

    /**
     * Every replica of a topic, with its records, and of others, with their batches only.
     *
     * @param topic the topic whose records are values of a workload
     * @param others topics with records of any kind
     */
    public static Found read(Collection<NodePlan> nodes, String topic, Collection<String> others) throws IOException {
        List<ReplicaLog> logs = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (NodePlan node : nodes) {
            Path directory = node.dataDirectory().resolve("topics");
            if (!Files.exists(directory)) {
                continue; // Whoever was to hold something there is found by that.
            }
            try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
                for (LogStore.StoredLog stored : store.list()) {
                    boolean isUnderLoad = stored.topic().equals(topic);
                    if (isUnderLoad || others.contains(stored.topic())) {
                        try {
                            logs.add(read(node, store, stored, isUnderLoad));
                        } catch (IOException | CorruptBatchException e) {
                            unreadable.add(stored.topic() + "-" + stored.partition() + " on node " + node.nodeId()
                                    + ": " + e.getMessage());
                        }
                    }
                }
            }
        }
        return new Found(logs, unreadable);
    }

    private static ReplicaLog read(NodePlan node, LogStore store, LogStore.StoredLog stored, boolean hasValues)
            throws IOException {
        LogStore.OpenedLog opened = store.open(stored.topic(), stored.topicId(), stored.partition(), LogConfig.DEFAULT);
        try (PartitionLog log = opened.log()) {
            if (opened.damaged()) {
                throw new IOException("it was found damaged, and is not whole again: " + opened.detail());
            }
            TreeMap<Integer, Long> epochs = new TreeMap<>();
            for (EpochStart epoch : log.epochs()) {
                epochs.put(epoch.leaderEpoch(), epoch.startOffset());
            }
            List<StoredBatch> batches = new ArrayList<>();
            List<StoredRecord> records = new ArrayList<>();
            log.scan(log.logStartOffset(), batch -> {
                Crc.requireMatch(batch);
                batches.add(batch(batch));
                if (hasValues) {
                    BatchRecords.of(batch).forEach(record -> records.add(record(record)));
                }
            });
            return new ReplicaLog(
                    stored.topic(), node.nodeId(), stored.partition(), log.logStartOffset(), epochs, batches, records);
        }
    }

    private static StoredBatch batch(ByteBuffer batch) {
        return new StoredBatch(
                RecordBatch.baseOffset(batch),
                RecordBatch.endOffset(batch),
                RecordBatch.leaderEpoch(batch),
                RecordBatch.crc(batch),
                new StoredBatch.Identity(
                        RecordBatch.producerId(batch),
                        RecordBatch.producerEpoch(batch),
                        RecordBatch.baseSequence(batch)));
    }

    private static StoredRecord record(RecordView record) {
        @Nullable ByteBuffer value = record.value();
        if (value == null) {
            throw new IllegalStateException("a record without a value at offset " + record.offset());
        }
        return new StoredRecord(record.offset(), value.getLong(value.position()), record.timestampMs());
    }
}
