// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.AtRest;
import io.tidemark.chaos.workload.Conditions;
import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.Membership;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.StoredBatch;
import io.tidemark.chaos.workload.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Builds runs over one partition by hand: logs, who was to hold them, what nodes told, and what was done to them. */
final class Runs {
    static final String TOPIC = "chaos";
    static final String OTHER = "groups";
    static final long SECOND_NANOS = 1_000_000_000L;

    private static final StoredBatch.Identity NOBODY = new StoredBatch.Identity(-1, -1, -1);
    private static final long BROKER_EPOCH = 5;

    private final List<ReplicaLog> logs = new ArrayList<>();
    private final List<Membership> members = new ArrayList<>();
    private final List<NodeSample> samples = new ArrayList<>();
    private final List<FaultRecord> faults = new ArrayList<>();
    private Histories history = new Histories();
    private long loadEndNanos;

    static StoredBatch batch(long offset, int leaderEpoch) {
        return new StoredBatch(offset, offset + 1, leaderEpoch, (int) offset, NOBODY);
    }

    static StoredBatch by(long offset, long producerId, int producerEpoch, int sequence) {
        return new StoredBatch(offset, offset + 1, 0, 0, new StoredBatch.Identity(producerId, producerEpoch, sequence));
    }

    Runs saw(Histories seen) {
        history = seen;
        return this;
    }

    /** A log of batches with one record each; values are their offsets plus 100, times too. */
    Runs log(int nodeId, StoredBatch... batches) {
        return log(TOPIC, nodeId, batches);
    }

    Runs log(String topic, int nodeId, StoredBatch... batches) {
        TreeMap<Integer, Long> epochs = new TreeMap<>();
        for (StoredBatch batch : batches) {
            epochs.putIfAbsent(batch.leaderEpoch(), batch.baseOffset());
        }
        return log(topic, nodeId, epochs, batches);
    }

    Runs log(String topic, int nodeId, SortedMap<Integer, Long> epochs, StoredBatch... batches) {
        List<StoredRecord> records = new ArrayList<>();
        for (StoredBatch batch : batches) {
            if (topic.equals(TOPIC)) {
                records.add(new StoredRecord(batch.baseOffset(), batch.baseOffset() + 100, batch.baseOffset() + 100));
            }
        }
        logs.add(new ReplicaLog(topic, nodeId, 0, 0, epochs, List.of(batches), records));
        return this;
    }

    Runs members(List<Integer> isr, List<Integer> elr) {
        return members(TOPIC, isr, elr);
    }

    Runs members(String topic, List<Integer> isr, List<Integer> elr) {
        members.add(new Membership(topic, 0, 7, isr, elr, 2));
        return this;
    }

    /** A node that tells of itself as the leader, alone in sync, or as a follower. */
    Runs told(int nodeId, String role, int leaderEpoch, long highWatermark, long logEnd) {
        return told(sample -> sample.node(nodeId).role(role, leaderEpoch).offsets(0, highWatermark, logEnd));
    }

    Runs told(UnaryOperator<Told> what) {
        samples.add(what.apply(new Told(samples.size() + 1)).end());
        return this;
    }

    Runs fault(long startNanos, long endNanos, long wholeNanos, int lostDisks) {
        faults.add(new FaultRecord("power-cut", "disks", startNanos, endNanos, wholeNanos, true, "gone", lostDisks));
        return this;
    }

    Runs loadEnds(long timeNanos) {
        loadEndNanos = timeNanos;
        return this;
    }

    RunRecord end() {
        return new RunRecord(
                history.end(), new AtRest(TOPIC, logs, members), samples, faults, new Conditions(loadEndNanos, ""));
    }

    /** What a node told of one replica: a follower of node 1 in the broker epoch of all, unless it says otherwise. */
    static final class Told {
        private long timeNanos;
        private int nodeId = 1;
        private long brokerEpoch = BROKER_EPOCH;
        private String role = "FOLLOWER";
        private int leaderEpoch;
        private int partitionEpoch;
        private PartitionSample.Offsets offsets = new PartitionSample.Offsets(0, 0, 0);
        private List<Integer> isr = List.of();
        private boolean hasReplica = true;

        private Told(long timeNanos) {
            this.timeNanos = timeNanos;
        }

        Told at(long time) {
            timeNanos = time;
            return this;
        }

        Told node(int id) {
            nodeId = id;
            isr = isr.isEmpty() ? List.of(id) : isr;
            return this;
        }

        Told life(long epoch) {
            brokerEpoch = epoch;
            return this;
        }

        Told role(String what, int epoch) {
            role = what;
            leaderEpoch = epoch;
            partitionEpoch = partitionEpoch == 0 ? epoch : partitionEpoch;
            return this;
        }

        Told partitionEpoch(int epoch) {
            partitionEpoch = epoch;
            return this;
        }

        Told offsets(long logStart, long highWatermark, long logEnd) {
            offsets = new PartitionSample.Offsets(logStart, highWatermark, logEnd);
            return this;
        }

        Told inSync(Integer... nodeIds) {
            isr = List.of(nodeIds);
            return this;
        }

        Told withoutReplica() {
            hasReplica = false;
            return this;
        }

        private NodeSample end() {
            PartitionSample partition =
                    new PartitionSample(0, role, 1, leaderEpoch, partitionEpoch, offsets, isr, 2, "");
            return new NodeSample(timeNanos, nodeId, brokerEpoch, 1, true, hasReplica ? List.of(partition) : List.of());
        }
    }
}
