// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A cluster of three nodes on loopback as the load sees it. One thread at a time, but producers and consumers have their
 * own rules.
 */
public interface LogSystem extends AutoCloseable {
    /** Name in results. */
    String name();

    /** Starts the processes of an empty cluster and returns without waiting for them. */
    void start() throws IOException, InterruptedException;

    /**
     * Creates a topic, trying until the cluster takes it, and returns when every partition has a leader and all replicas
     * are in sync.
     *
     * @throws IllegalStateException when that does not come about in {@code limit}
     */
    void createTopic(TopicSpec topic, Duration limit) throws InterruptedException;

    /** Deletes a topic. */
    void deleteTopic(String topic) throws InterruptedException;

    /** A producer with acks=all and idempotence; the caller closes it. */
    LoadProducer producer(ProducerSettings settings);

    /** A consumer of all partitions of a topic; the caller closes it. */
    LoadConsumer consumer(TopicSpec topic, StartAt startAt);

    /** The process that leads a partition. */
    ProcessHandle leaderOf(String topic, int partition) throws InterruptedException;

    /** Processes of the nodes that run. */
    List<ProcessHandle> nodes();

    /** From now on the nodes' processor use is sampled, if that was asked for. */
    void startProfile() throws IOException, InterruptedException;

    /** Stops the processes in good order and starts them again on their data; returns without waiting for them. */
    void restart() throws IOException, InterruptedException;

    /** Ends every process and removes the data. */
    @Override
    void close();

    /** Where a consumer starts. */
    enum StartAt {
        /** The first record. */
        BEGINNING,
        /** What is written from now on. */
        END
    }
}
