// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.IsrDecision;
import io.tidemark.engine.replication.IsrDecision.Outcome;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes leaders' ISR proposals to the controller, all of a round in one command, and brings each decision back. Running it
 * sends what was gathered. Thread-safe.
 */
public final class IsrProposer implements Runnable {
    private static final long TIMEOUT_MS = 5_000;

    private final MetadataClient metadata;
    private final BrokerIdentity identity;
    private final Shards shards;
    private final List<Waiting> gathered = new ArrayList<>();

    /** Nothing gathered. */
    public IsrProposer(MetadataClient metadata, BrokerIdentity identity, Shards shards) {
        this.metadata = metadata;
        this.identity = identity;
        this.shards = shards;
    }

    void propose(PartitionKey key, Effect.ProposeIsr proposal) {
        synchronized (gathered) {
            gathered.add(new Waiting(key, proposal));
        }
    }

    @Override
    public void run() {
        List<Waiting> batch;
        synchronized (gathered) {
            if (gathered.isEmpty()) {
                return;
            }
            batch = List.copyOf(gathered);
            gathered.clear();
        }
        List<IsrProposal> proposals = new ArrayList<>();
        batch.forEach(waiting -> proposals.add(waiting.toCommand()));
        metadata.submit(new AlterPartitions(identity.life(), proposals), TIMEOUT_MS)
                .whenComplete((answer, failure) -> decide(batch, answer));
    }

    private void decide(List<Waiting> batch, @Nullable CommandAnswer answer) {
        for (int i = 0; i < batch.size(); i++) {
            Waiting waiting = batch.get(i);
            IsrDecision decision = new IsrDecision(waiting.proposal.proposalId(), outcomeAt(answer, i));
            shards.shardFor(waiting.key)
                    .deliver(
                            waiting.key,
                            (host, nowMs) -> host.accept((r, now, out) -> r.onIsrDecision(decision, now, out), nowMs));
        }
    }

    private static Outcome outcomeAt(@Nullable CommandAnswer answer, int index) {
        if (answer == null) {
            return Outcome.UNKNOWN;
        }
        if (!answer.isOk()) {
            return outcomeOf(answer.error());
        }
        return index < answer.partitions().size()
                ? outcomeOf(answer.partitions().get(index).error())
                : Outcome.UNKNOWN;
    }

    /** What the controller's word means for the proposing leader. */
    static Outcome outcomeOf(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_UNSPECIFIED -> Outcome.ACCEPTED;
            case ERROR_CODE_INELIGIBLE_REPLICA -> Outcome.REFUSED;
            case ERROR_CODE_FENCED_LEADER_EPOCH,
                    ERROR_CODE_INVALID_UPDATE_VERSION,
                    ERROR_CODE_NEW_LEADER_ELECTED,
                    ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    ERROR_CODE_NOT_LEADER_OR_FOLLOWER,
                    ERROR_CODE_INVALID_REQUEST,
                    ERROR_CODE_STALE_BROKER_EPOCH -> Outcome.OUTDATED;
            default -> Outcome.UNKNOWN;
        };
    }

    private record Waiting(PartitionKey key, Effect.ProposeIsr proposal) {
        IsrProposal toCommand() {
            List<BrokerLife> newIsr = new ArrayList<>();
            for (ReplicaLife member : proposal.newIsr()) {
                newIsr.add(new BrokerLife(member.brokerId(), member.brokerEpoch()));
            }
            // The core proposes nothing before its recovery is confirmed, and the confirmation itself says RECOVERED.
            return new IsrProposal(
                    key, proposal.leaderEpoch(), proposal.partitionEpoch(), newIsr, RecoveryState.RECOVERED);
        }
    }
}
