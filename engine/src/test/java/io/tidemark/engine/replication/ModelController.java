// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The controller's rules for one partition, as far as random schedules need them: elections, ISR changes, ELR. */
final class ModelController {
    private final List<Integer> replicas = List.of(1, 2, 3);
    private final int minIsr;
    private List<Integer> isr = List.of(1, 2, 3);
    private final Set<Integer> eligibleLeaders = new TreeSet<>();
    private final Map<Integer, Long> registered = new TreeMap<>();
    private final Set<Integer> fenced = new TreeSet<>();
    private int leader = 1;
    private int leaderEpoch = 1;
    private int partitionEpoch = 1;
    /** Every version of the metadata; brokers see some of them, in order. */
    final List<PartitionAssignment> versions = new ArrayList<>();

    ModelController(int minIsr) {
        this.minIsr = minIsr;
        replicas.forEach(replica -> registered.put(replica, 10L * replica));
        publish();
    }

    int leader() {
        return leader;
    }

    List<Integer> isr() {
        return isr;
    }

    boolean isFenced(int broker) {
        return fenced.contains(broker);
    }

    void fence(int broker) {
        if (fenced.add(broker)) {
            changeIsr(without(broker));
            elect();
            publish();
        }
    }

    /** A new life: out of the ISR, fenced until {@link #unfence}. */
    void register(int broker, long brokerEpoch) {
        registered.put(broker, brokerEpoch);
        fenced.add(broker);
        changeIsr(without(broker));
        elect();
        publish();
    }

    void unfence(int broker) {
        if (fenced.remove(broker)) {
            elect();
            publish();
        }
    }

    /** Moves the leadership to another member of the ISR. */
    void prefer(int broker) {
        if (isr.contains(broker) && broker != leader) {
            lead(broker);
            publish();
        }
    }

    IsrDecision.Outcome decide(ScriptedCluster.Proposal proposal) {
        Effect.ProposeIsr sent = proposal.sent();
        boolean isCurrent = isRegistered(proposal.sender())
                && proposal.sender().brokerId() == leader
                && sent.leaderEpoch() == leaderEpoch
                && sent.partitionEpoch() == partitionEpoch;
        if (!isCurrent) {
            return IsrDecision.Outcome.OUTDATED;
        }
        for (ReplicaLife member : sent.newIsr()) {
            if (!isRegistered(member) || fenced.contains(member.brokerId())) {
                return IsrDecision.Outcome.REFUSED;
            }
        }
        changeIsr(sent.newIsr().stream().map(ReplicaLife::brokerId).toList());
        partitionEpoch++;
        publish();
        return IsrDecision.Outcome.ACCEPTED;
    }

    private boolean isRegistered(ReplicaLife life) {
        return registered.getOrDefault(life.brokerId(), -1L) == life.brokerEpoch();
    }

    private List<Integer> without(int broker) {
        return isr.stream().filter(member -> member != broker).toList();
    }

    private void changeIsr(List<Integer> next) {
        if (next.equals(isr)) {
            return;
        }
        if (next.size() >= minIsr) {
            eligibleLeaders.clear();
        } else {
            eligibleLeaders.addAll(isr);
            eligibleLeaders.removeAll(next);
        }
        isr = next;
        partitionEpoch++;
    }

    private void elect() {
        if (leader >= 0 && isr.contains(leader)) {
            return;
        }
        for (int replica : replicas) {
            if (isr.contains(replica) && !fenced.contains(replica)) {
                lead(replica);
                return;
            }
        }
        for (int replica : replicas) {
            if (isr.isEmpty() && eligibleLeaders.contains(replica) && !fenced.contains(replica)) {
                changeIsr(List.of(replica));
                lead(replica);
                return;
            }
        }
        if (leader >= 0) {
            lead(-1);
        }
    }

    private void lead(int broker) {
        leader = broker;
        leaderEpoch++;
        partitionEpoch++;
    }

    private void publish() {
        List<ReplicaLife> lives = new ArrayList<>();
        registered.forEach((broker, brokerEpoch) -> lives.add(new ReplicaLife(broker, brokerEpoch)));
        versions.add(new PartitionAssignment(
                versions.size(),
                replicas,
                isr,
                leader,
                leaderEpoch,
                partitionEpoch,
                minIsr,
                false,
                -1,
                false,
                lives.stream().filter(life -> !fenced.contains(life.brokerId())).toList(),
                List.copyOf(lives)));
    }
}
