// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ProducerStates.Batch;
import io.tidemark.engine.replication.ProducerStates.Snapshot;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.PartitionHost;
import io.tidemark.engine.runtime.ProducerFold;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every replica knows of producers is what its log says, also of what was deleted; and who has the same committed
 * knows the same, however it came by its log. Compaction takes batches from the middle of a log: the last of a producer, by
 * which its next is judged, stays.
 */
final class ProducersFollowTheLog implements Invariant {
    @Override
    public String name() {
        return "I16 producer state is a function of the log";
    }

    private record Held(int broker, long highWatermark, PartitionLog log) {}

    private record Last(short producerEpoch, Batch batch) {}

    @Override
    public @Nullable String onCluster(Stage stage) {
        SortedMap<PartitionKey, Held> first = new TreeMap<>();
        for (Machine machine : stage.machines()) {
            SimBroker broker = machine.broker();
            if (broker == null) {
                continue;
            }
            for (PartitionHost host : broker.hosts()) {
                PartitionLog log = machine.disk().log(host.key());
                ReplicaState state = host.state();
                boolean isAsked = log != null
                        && state.role() != ReplicaState.Role.OFFLINE
                        && state.logEndOffset() == log.logEndOffset();
                if (!isAsked || log == null) {
                    continue;
                }
                List<Snapshot> said = log.logStartOffset() == 0 ? scanned(log) : folded(log, Long.MAX_VALUE);
                if (!byId(said).equals(byId(host.producers()))) {
                    return "broker " + machine.node() + " " + host.label() + " knows " + host.producers()
                            + ", its log says " + said;
                }
                if (isYetToBeTold(stage, machine.node(), host.key(), log)) {
                    continue;
                }
                Held held = new Held(machine.node(), state.highWatermark(), log);
                Held other = first.putIfAbsent(host.key(), held);
                if (other != null && !mayHaveLost(stage, host.key()) && !agree(held, other)) {
                    return host.label() + ": broker " + held.broker + " knows " + committed(held) + ", broker "
                            + other.broker + " " + committed(other);
                }
            }
        }
        return null;
    }

    private static boolean mayHaveLost(Stage stage, PartitionKey key) {
        PartitionImage partition = partition(stage, key);
        return partition == null || partition.lastUncleanLeaderEpoch() >= 0;
    }

    /** Whether the log lost what it knew, and is not in sync again: the leader tells before it is. */
    private static boolean isYetToBeTold(Stage stage, int broker, PartitionKey key, PartitionLog log) {
        PartitionImage partition = partition(stage, key);
        boolean isInSync = partition != null && partition.isr().contains(broker);
        return !isInSync && !fold(log, Long.MAX_VALUE, new ProducerFold());
    }

    private static @Nullable PartitionImage partition(Stage stage, PartitionKey key) {
        for (TopicImage topic : stage.quorum().image().topics().values()) {
            if (topic.topicId().equals(key.topicId())) {
                return topic.partitions().get(key.partition());
            }
        }
        return null;
    }

    private static boolean agree(Held one, Held other) {
        return one.highWatermark != other.highWatermark || committed(one).equals(committed(other));
    }

    private static Map<Long, Last> committed(Held held) {
        Map<Long, Last> last = new TreeMap<>();
        for (Snapshot producer : folded(held.log, held.highWatermark)) {
            List<Batch> batches = producer.batches();
            last.put(producer.producerId(), new Last(producer.producerEpoch(), batches.get(batches.size() - 1)));
        }
        return last;
    }

    private static SortedMap<Long, Snapshot> byId(List<Snapshot> producers) {
        SortedMap<Long, Snapshot> sorted = new TreeMap<>();
        producers.forEach(producer -> sorted.put(producer.producerId(), producer));
        return sorted;
    }

    private static List<Snapshot> scanned(PartitionLog log) {
        ProducerStates states = new ProducerStates();
        try {
            log.scan(0, states::replay);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return states.snapshots();
    }

    private static List<Snapshot> folded(PartitionLog log, long upperOffset) {
        ProducerFold fold = new ProducerFold();
        fold(log, upperOffset, fold);
        return fold.newest();
    }

    private static boolean fold(PartitionLog log, long upperOffset, ProducerFold fold) {
        try {
            return log.fold(fold, upperOffset);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
