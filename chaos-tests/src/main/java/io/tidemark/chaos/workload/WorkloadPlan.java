// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What clients work on.
 *
 * @param topic topic
 * @param partitionCount its partitions
 * @param config how clients find the cluster
 * @param nodes addresses of the nodes, host:port
 * @param seed where the generators begin
 */
public record WorkloadPlan(String topic, int partitionCount, ClientConfig config, List<String> nodes, long seed) {
    /** The topic whose configs are registers. */
    public String registerTopic() {
        return registerTopic(topic);
    }

    /** The topic whose configs are registers, beside a topic under load. */
    public static String registerTopic(String topic) {
        return topic + "-registers";
    }

    /** The topic that is created and deleted again and again. */
    String mortalTopic() {
        return topic + "-mortal";
    }

    /** The group whose members read the topic. */
    public String readingGroup() {
        return topic + "-members";
    }

    /** The group without members whose committed offset of the register topic is a register. */
    public String registerGroup() {
        return topic + "-offsets";
    }

    /** The partition whose records are deleted again and again: the coldest. */
    int trimmedPartition() {
        return partitionCount - 1;
    }

    List<Integer> partitions() {
        List<Integer> partitions = new ArrayList<>();
        for (int partition = 0; partition < partitionCount; partition++) {
            partitions.add(partition);
        }
        return partitions;
    }

    List<TopicPartition> named(Collection<Integer> partitions) {
        return partitions.stream()
                .map(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    List<TopicPartition> all() {
        return named(partitions());
    }
}
