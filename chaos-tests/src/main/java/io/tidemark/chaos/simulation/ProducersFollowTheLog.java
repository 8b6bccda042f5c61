// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.PartitionHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every replica knows of producers is what its log says. Asked where nothing was deleted: what lies below a log start
 * counts too, but cannot be read any more.
 */
final class ProducersFollowTheLog implements Invariant {
    @Override
    public String name() {
        return "I16 producer state is a function of the log";
    }

    @Override
    public @Nullable String onCluster(Stage stage) {
        for (Machine machine : stage.machines()) {
            SimBroker broker = machine.broker();
            if (broker == null) {
                continue;
            }
            for (PartitionHost host : broker.hosts()) {
                PartitionLog log = machine.disk().log(host.key());
                boolean isAsked = log != null
                        && log.logStartOffset() == 0
                        && host.state().role() != ReplicaState.Role.OFFLINE
                        && host.state().logEndOffset() == log.logEndOffset();
                if (isAsked && log != null && !byId(fold(log)).equals(byId(host.producers()))) {
                    return "broker " + machine.node() + " " + host.label() + " knows " + host.producers()
                            + ", its log says " + fold(log);
                }
            }
        }
        return null;
    }

    private static SortedMap<Long, ProducerStates.Snapshot> byId(List<ProducerStates.Snapshot> producers) {
        SortedMap<Long, ProducerStates.Snapshot> sorted = new TreeMap<>();
        producers.forEach(producer -> sorted.put(producer.producerId(), producer));
        return sorted;
    }

    private static List<ProducerStates.Snapshot> fold(PartitionLog log) {
        ProducerStates states = new ProducerStates();
        try {
            log.scan(0, states::replay);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return states.snapshots();
    }
}
