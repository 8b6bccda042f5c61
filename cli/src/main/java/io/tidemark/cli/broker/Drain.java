// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.Reassignment;
import io.tidemark.v1.TopicDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The drain of one broker. */
final class Drain {
    /** How long leaders that can go may take to. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Admin admin;
    private final int brokerId;
    private final boolean replicas;
    private final long throttleBytesPerS;

    /**
     * A drain that has not begun.
     *
     * @param replicas whether the broker shall hold no replica either
     * @param throttleBytesPerS limit of the moves; 0 for none
     */
    Drain(Admin admin, int brokerId, boolean replicas, long throttleBytesPerS) {
        this.admin = admin;
        this.brokerId = brokerId;
        this.replicas = replicas;
        this.throttleBytesPerS = throttleBytesPerS;
    }

    /** Moves that would take its replicas off it. */
    List<Reassignment> moves() {
        // A node of older software does not know the question and answers another.
        return admin.planEvacuation(brokerId).stream()
                .filter(move -> !move.getReplicasList().contains(brokerId))
                .map(move ->
                        move.toBuilder().setThrottleBytesPerS(throttleBytesPerS).build())
                .toList();
    }

    /** Partitions whose replica stays here whatever moves, because no other broker has room for it. */
    List<String> withoutRoom(List<TopicDescription> topics, List<Reassignment> moves) {
        Set<String> moved = new TreeSet<>();
        moves.forEach(move -> moved.add(move.getTopic() + "-" + move.getPartition()));
        List<String> staying = new ArrayList<>();
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                String name = topic.getName() + "-" + partition.getPartition();
                if (isHeldHere(partition) && !moved.contains(name)) {
                    staying.add(name);
                }
            }
        }
        return staying;
    }

    private boolean isHeldHere(PartitionRecord partition) {
        return partition.getReplicasList().contains(brokerId)
                && !partition.getRemovingList().contains(brokerId);
    }

    /** Drains the broker and begins the moves; what is refused is told. */
    void begin(Consumer<String> refusals) {
        admin.drainBroker(brokerId, true);
        if (replicas) {
            beginMoves(refusals);
        }
    }

    private void beginMoves(Consumer<String> refusals) {
        List<Reassignment> moves = moves();
        List<PartitionOutcome> outcomes = moves.isEmpty() ? List.of() : admin.reassign(moves);
        for (int i = 0; i < outcomes.size(); i++) {
            ErrorCode error = outcomes.get(i).getError();
            if (error != ErrorCode.ERROR_CODE_UNSPECIFIED) {
                refusals.accept("partition " + moves.get(i).getTopic() + "-"
                        + moves.get(i).getPartition() + " cannot be moved: "
                        + error.name().replace("ERROR_CODE_", ""));
            }
        }
    }

    /**
     * Waits until nothing is left, or as long as told.
     *
     * @param forAll whether to wait for what cannot go now, too
     * @param news told when something changed
     */
    DrainState await(Duration limit, boolean forAll, Consumer<String> news) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        DrainState state = state();
        int told = state.left();
        while (isWorthWaiting(state, forAll) && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(POLL.toNanos());
            if (replicas && !state.kept().isEmpty()) {
                // A broker that came since may have room. What is refused now was told before.
                beginMoves(refusal -> {});
            }
            state = state();
            if (forAll && state.left() != told && !state.isDone()) {
                told = state.left();
                news.accept(told + " partition(s) left on broker " + brokerId);
            }
        }
        return state;
    }

    private static boolean isWorthWaiting(DrainState state, boolean forAll) {
        return forAll ? !state.isDone() : !state.successors().isEmpty();
    }

    private DrainState state() {
        return DrainState.of(brokerId, replicas, admin.describeCluster(), admin.describeTopics(List.of()));
    }

    /** Ends it: calls off moves that take replicas off the broker and has it lead again what it is preferred for. */
    long cancel() {
        admin.drainBroker(brokerId, false);
        long led = 0;
        List<Reassignment> moves = new ArrayList<>();
        for (TopicDescription topic : admin.describeTopics(List.of())) {
            List<Integer> preferred = new ArrayList<>();
            for (PartitionRecord partition : topic.getPartitionsList()) {
                if (partition.getRemovingList().contains(brokerId)) {
                    moves.add(Reassignment.newBuilder()
                            .setTopic(topic.getName())
                            .setPartition(partition.getPartition())
                            .build());
                } else if (partition.getReplicas(0) == brokerId && partition.getLeader() != brokerId) {
                    preferred.add(partition.getPartition());
                }
            }
            if (!preferred.isEmpty()) {
                led += admin.electLeaders(ElectionKind.ELECTION_KIND_PREFERRED, topic.getName(), preferred).stream()
                        .filter(outcome -> outcome.getRecord().getLeader() == brokerId)
                        .count();
            }
        }
        if (!moves.isEmpty()) {
            admin.reassign(moves);
        }
        return led;
    }
}
