// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.v1.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the fake cluster's logs, a few records a poll. */
final class FakeConsumer implements Consumer {
    private static final int MOST_A_POLL = 7;

    private final FakeCluster cluster;
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    FakeConsumer(FakeCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        positions.keySet().retainAll(partitions);
        partitions.forEach(partition -> positions.putIfAbsent(partition, 0L));
    }

    @Override
    public List<TopicPartition> partitionsFor(String topic) {
        List<TopicPartition> partitions = cluster.logs.keySet().stream()
                .filter(partition -> partition.topic().equals(topic))
                .toList();
        if (partitions.isEmpty()) {
            throw FakeCluster.failure(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, "there is no topic " + topic);
        }
        return partitions;
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> positions.put(partition, 0L));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        positions.putAll(endOffsets(partitions));
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {}

    @Override
    public void resume(Collection<TopicPartition> partitions) {}

    @Override
    public Set<TopicPartition> paused() {
        return Set.of();
    }

    @Override
    public long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    @Override
    public List<ConsumerRecord> poll(Duration timeout) {
        List<ConsumerRecord> records = new ArrayList<>();
        positions.replaceAll((partition, position) -> {
            List<ConsumerRecord> log = cluster.log(partition);
            int end = (int) Math.min(log.size(), position + MOST_A_POLL);
            if (position < end) {
                records.addAll(log.subList((int) (long) position, end));
            }
            return Math.max(position, end);
        });
        return records;
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, 0L));
        return offsets;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition ->
                offsets.put(partition, (long) cluster.log(partition).size()));
        return offsets;
    }

    @Override
    public Optional<Long> offsetForTime(TopicPartition partition, long timestampMs) {
        return cluster.log(partition).stream()
                .filter(record -> record.timestampMs() >= timestampMs)
                .map(ConsumerRecord::offset)
                .findFirst();
    }

    @Override
    public void wakeup() {}

    @Override
    public void close() {}
}
