// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who holds every committed record, in a world that writes all the time: while enough replicas are in sync each step
 * commits something that only they hold, and who joins them holds all. A leader that was not elected uncleanly, and is
 * not recorded so, must be among the holders (invariants I1, I2 and I24).
 */
final class CommittedRecords {
    private final Map<PartitionKey, SortedSet<Integer>> holders = new TreeMap<>();

    void onStep(ClusterImage before, ClusterCommand command, boolean done, ClusterImage after) {
        if (done && command instanceof RegisterBroker registration) {
            lose(before, registration);
        }
        if (done && command instanceof ReportFailedReplicas report) {
            report.partitions()
                    .forEach(key -> holders.computeIfPresent(key, (same, held) -> {
                        held.remove(report.sender().brokerId());
                        return held;
                    }));
        }
        if (done && command instanceof AlterPartitions alter) {
            alter.proposals().forEach(proposal -> join(proposal, after));
        }
        after.topics().values().forEach(topic -> {
            for (int number = 0; number < topic.partitions().size(); number++) {
                PartitionKey key = new PartitionKey(topic.topicId(), number);
                step(key, before.partition(key), topic.partitions().get(number));
            }
        });
    }

    /** Who is let in holds everything, also when the same step ends a move and makes it the leader. */
    private void join(IsrProposal proposal, ClusterImage after) {
        PartitionImage now = after.partition(proposal.partition());
        if (now != null && now.partitionEpoch() == proposal.partitionEpoch() + 1) {
            holders.computeIfPresent(proposal.partition(), (same, held) -> {
                proposal.newIsr().forEach(member -> held.add(member.brokerId()));
                return held;
            });
        }
    }

    private void lose(ClusterImage before, RegisterBroker registration) {
        var previous = before.brokers().get(registration.brokerId());
        boolean sameLife = previous != null && previous.incarnationId().equals(registration.incarnationId());
        if (sameLife) {
            return;
        }
        holders.forEach((key, held) -> {
            if (registration.lossy() || registration.uncleanPartitions().contains(key)) {
                held.remove(registration.brokerId());
            }
        });
    }

    private void step(PartitionKey key, @Nullable PartitionImage before, PartitionImage after) {
        SortedSet<Integer> held = holders.computeIfAbsent(key, unused -> new TreeSet<>(after.replicas()));
        // Who is no replica any more drops its log.
        held.retainAll(after.replicas());
        boolean newLeader = before != null && before.leaderEpoch() != after.leaderEpoch() && after.hasLeader();
        if (newLeader && after.lastUncleanLeaderEpoch() == after.leaderEpoch()) {
            held.clear();
        } else if (newLeader) {
            assertThat(held)
                    .as("holders of what %s committed, whose leader is now %s", key, after)
                    .contains(after.leader());
        }
        if (after.hasLeader()) {
            held.addAll(after.isr());
        }
        if (after.hasLeader() && after.isr().size() >= after.minIsr()) {
            held.retainAll(after.isr());
        }
    }
}
