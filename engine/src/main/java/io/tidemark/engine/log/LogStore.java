// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Opens the logs of one data directory. Different partitions may be opened from different threads at the same time. */
public interface LogStore extends AutoCloseable {
    /**
     * Opens the log of a partition, creating it when it is not there, and recovers it.
     *
     * @param topic topic name, for the directory's name only
     */
    OpenedLog open(String topic, UUID topicId, int partition, LogConfig config) throws IOException;

    /** Deletes a closed log on a positive delete record: it is set aside at once and removed later. */
    void delete(UUID topicId, int partition) throws IOException;

    /**
     * Sets a closed log aside for good: it keeps its files under another name, is not listed any more, and only an operator
     * removes it. Does nothing when there is no such log.
     */
    void setAside(UUID topicId, int partition) throws IOException;

    /** Logs found in the directory. */
    List<StoredLog> list() throws IOException;

    /**
     * Tells from now on which log is to let go of its files because too many hold some: the least recently used. Its owner
     * then calls {@link PartitionLog#rest}, soon.
     *
     * @param listener called on the thread that uses a log; does not block
     */
    default void onRestWanted(Consumer<StoredLog> listener) {
        // Logs hold no files.
    }

    @Override
    void close() throws IOException;

    /**
     * A log that exists on disk.
     *
     * @param topic topic name at creation
     */
    record StoredLog(String topic, UUID topicId, int partition) {}

    /**
     * A log and what its recovery found.
     *
     * @param log the log
     * @param clean whether it was closed in good order
     * @param damaged whether recovery found less than was promised: the replica must leave ISR and ELR
     * @param detail one line about the damage; empty when there is none
     */
    record OpenedLog(PartitionLog log, boolean clean, boolean damaged, String detail) {}
}
