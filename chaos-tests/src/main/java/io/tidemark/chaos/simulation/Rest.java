// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.PartitionHost;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a healed cluster comes to: everyone runs, leads or follows, holds the same, nothing waits, and all is read. */
final class Rest {
    private Rest() {}

    /** What is missing; null when nothing is. */
    static @Nullable String missing(Stage stage, List<SimProducer> producers, List<SimConsumer> consumers) {
        for (Machine machine : stage.machines()) {
            SimBroker broker = machine.broker();
            if (broker == null || !broker.isRunning()) {
                return "L1 broker " + machine.node() + " is "
                        + (broker == null
                                ? "down"
                                : broker.phase() + " "
                                        + broker.image().brokers().get(broker.node()));
            }
            if (!broker.image().topics().equals(stage.quorum().image().topics())) {
                return "L3 broker " + machine.node() + " has an old image";
            }
        }
        for (TopicImage topic : stage.quorum().image().topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                if (!partition.hasLeader()) {
                    return "L7 " + topic.name() + " has no leader: " + partition;
                }
                if (!partition.adding().isEmpty() || !partition.removing().isEmpty()) {
                    return "L6 " + topic.name() + " still moves: " + partition;
                }
                if (!new TreeSet<>(partition.isr()).equals(new TreeSet<>(partition.replicas()))) {
                    return "L5 " + topic.name() + " is not in sync: " + partition;
                }
            }
        }
        for (SimProducer producer : producers) {
            if (!producer.isIdle()) {
                return "L4 producer " + producer.node() + " waits: " + producer.describe();
            }
        }
        String unrest = replicas(stage);
        for (SimConsumer consumer : consumers) {
            unrest = unrest == null ? consumer.missing() : unrest;
        }
        return unrest;
    }

    private static @Nullable String replicas(Stage stage) {
        for (Machine machine : stage.machines()) {
            SimBroker broker = machine.broker();
            if (broker == null) {
                return "L1 broker " + machine.node() + " is down";
            }
            for (PartitionHost host : broker.hosts()) {
                ReplicaState state = host.state();
                if (state.highWatermark() != state.logEndOffset()) {
                    return "L8 " + host.label() + " on broker " + machine.node() + " " + state;
                }
                if (state.logEndOffset() != stage.oracle().truth(host.key()).highWatermark()) {
                    return "L5 " + host.label() + " on broker " + machine.node() + " ends at " + state.logEndOffset()
                            + ", committed is "
                            + stage.oracle().truth(host.key()).highWatermark();
                }
            }
        }
        return null;
    }
}
