// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectRecovered;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.RecoveredElection;
import io.tidemark.metadata.command.ClusterCommand.ReportRecoveredLogs;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the active controller has to do besides answering: fence brokers whose lease ended, unfence those that ask and
 * have caught up, lead brokers out that want to leave, move leadership back to preferred replicas and away from brokers that
 * are drained. It only says which commands to submit; what comes of them is decided when they are applied, so a command that
 * came too late or twice does no harm.
 *
 * <p>How to drive it, on one thread:
 *
 * <ol>
 *   <li>make a new one when the node becomes the active controller, with the image it has then;
 *   <li>hand in every heartbeat with the present image and send the verdict back;
 *   <li>hand in broken heartbeat streams, dial what {@link #probesDue} names and hand in what came of it;
 *   <li>submit what {@link #due} names, after each of these and after each change of the image, and when
 *       {@link #nextMs} has come.
 * </ol>
 *
 * Drop it when the node is no longer the active controller. Times are milliseconds of one monotonic clock.
 */
public final class ControllerDuties {
    private final DutyConfig config;
    private final BrokerLeases leases;
    private final Submissions submissions;
    private final RecoveryReports reports;
    private final SortedMap<Integer, Seen> seen = new TreeMap<>();
    /** Lives that are being fenced, until the image shows it: it cannot be called back, so they get no lease any more. */
    private final Set<BrokerLife> goingFenced = new HashSet<>();

    private long nextRebalanceMs;

    /** Takes over with full leases for all brokers of the image that are not fenced. */
    public ControllerDuties(DutyConfig config, ClusterImage image, long nowMs) {
        this.config = config;
        this.leases = new BrokerLeases(config.leaseMs(), config.probeIntervalMs());
        this.submissions = new Submissions(config.resubmitMs());
        this.reports = new RecoveryReports(config.proactiveWaitMs());
        this.nextRebalanceMs = nowMs + config.rebalanceIntervalMs();
        leases.restart(
                image.brokers().values().stream()
                        .filter(broker -> !broker.fenced())
                        .map(ControllerDuties::life)
                        .toList(),
                nowMs);
    }

    /** Renews the sender's lease, notes what it wants and answers. */
    public HeartbeatVerdict onHeartbeat(ClusterImage image, BrokerHeartbeat heartbeat, long nowMs) {
        BrokerLife life = heartbeat.broker();
        BrokerImage broker = image.brokers().get(life.brokerId());
        if (broker == null) {
            return refusal(ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED);
        }
        if (broker.brokerEpoch() != life.brokerEpoch() || !leases.onHeartbeat(life, nowMs)) {
            return refusal(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
        }
        Seen before = seen.get(life.brokerId());
        Seen now = Seen.next(before, heartbeat, broker, image.index(), nowMs);
        seen.put(life.brokerId(), now);
        boolean mayShutDown = heartbeat.wantShutdown() && mayShutDown(image, broker, now, nowMs);
        boolean fenced = broker.fenced() || goingFenced.contains(life);
        return new HeartbeatVerdict(ErrorCode.ERROR_CODE_UNSPECIFIED, fenced, mayShutDown, config.leaseMs());
    }

    private HeartbeatVerdict refusal(ErrorCode error) {
        return new HeartbeatVerdict(error, true, false, config.leaseMs());
    }

    /** The heartbeat stream of a broker broke. */
    public void onConnectionLost(BrokerLife life, long nowMs) {
        leases.onConnectionLost(life, nowMs);
    }

    /** A broker told what it has of partitions without any eligible leader replica. An answer to a life that is over. */
    public ErrorCode onRecoveredLogs(ClusterImage image, ReportRecoveredLogs report, long nowMs) {
        BrokerImage broker = image.brokers().get(report.sender().brokerId());
        if (broker == null) {
            return ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED;
        }
        if (broker.brokerEpoch() != report.sender().brokerEpoch()) {
            return ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH;
        }
        report.logs().forEach(log -> reports.add(report.sender(), log, nowMs));
        return ErrorCode.ERROR_CODE_UNSPECIFIED;
    }

    /** Brokers to dial now, to learn whether their process is gone. */
    public List<BrokerLife> probesDue(long nowMs) {
        return leases.probesDue(nowMs);
    }

    /** What came of dialling a broker. */
    public void onProbe(BrokerLife life, ProbeResult result, long nowMs) {
        leases.onProbe(life, result, nowMs);
    }

    /** Commands to submit now. One that was named is not named again for a while, until its effect shows in the image. */
    public List<ClusterCommand> due(ClusterImage image, long nowMs) {
        List<ClusterCommand> due = new ArrayList<>();
        List<BrokerLife> toFence = new ArrayList<>();
        goingFenced.removeIf(life -> !isUnfenced(image, life));
        for (BrokerImage broker : image.brokers().values()) {
            BrokerLife life = life(broker);
            if (!broker.fenced()) {
                leases.track(life, nowMs);
            }
            boolean alive = leases.isAlive(life, nowMs) && !goingFenced.contains(life);
            if (!broker.fenced() && !alive) {
                toFence.add(life);
                goingFenced.add(life);
            } else if (alive) {
                addWish(due, broker, life);
            }
        }
        if (!toFence.isEmpty()) {
            due.add(0, new FenceBrokers(toFence));
        }
        List<RecoveredElection> elections = reports.due(image, nowMs);
        if (!elections.isEmpty()) {
            due.add(new ElectRecovered(elections));
        }
        addRebalance(due, image, nowMs);
        due.removeIf(command -> !submissions.admit(command, nowMs));
        return due;
    }

    private static boolean isUnfenced(ClusterImage image, BrokerLife life) {
        BrokerImage broker = image.brokers().get(life.brokerId());
        return broker != null && broker.brokerEpoch() == life.brokerEpoch() && !broker.fenced();
    }

    /** When something may become due though nothing comes in. May be past; not far from now even if nothing is known. */
    public long nextMs(long nowMs) {
        long next = Math.min(leases.nextMs(nowMs), submissions.nextMs(nowMs));
        return Math.min(Math.min(next, reports.nextMs(nowMs)), nextRebalanceMs);
    }

    private void addWish(List<ClusterCommand> due, BrokerImage broker, BrokerLife life) {
        Seen wish = seen.get(life.brokerId());
        if (wish == null || !wish.heartbeat.broker().equals(life) || broker.inControlledShutdown()) {
            return;
        }
        if (wish.heartbeat.wantShutdown()) {
            if (!broker.fenced()) {
                due.add(new BeginShutdown(life));
            }
        } else if (broker.fenced()
                && wish.heartbeat.wantUnfence()
                // Its image has reached its own registration, not some moving end (guard G36).
                && wish.heartbeat.appliedIndex() >= broker.brokerEpoch()) {
            due.add(new UnfenceBroker(life));
        }
    }

    private void addRebalance(List<ClusterCommand> due, ClusterImage image, long nowMs) {
        List<PartitionKey> relieved = PreferredLeaders.toRelieve(image, config.rebalanceMaxPartitions());
        if (!relieved.isEmpty()) {
            due.add(new ElectLeaders(ElectionKind.PREFERRED, relieved));
        }
        if (nowMs - nextRebalanceMs < 0) {
            return;
        }
        nextRebalanceMs = nowMs + config.rebalanceIntervalMs();
        List<PartitionKey> partitions =
                PreferredLeaders.toMove(image, config.rebalanceThreshold(), config.rebalanceMaxPartitions());
        if (!partitions.isEmpty()) {
            due.add(new ElectLeaders(ElectionKind.PREFERRED, partitions));
        }
    }

    /**
     * A broker may stop when it leads nothing and every live broker has seen that it leaves, or when waiting for that
     * takes too long. A fenced one leads nothing by rule.
     */
    private boolean mayShutDown(ClusterImage image, BrokerImage broker, Seen leaving, long nowMs) {
        if (broker.fenced()) {
            return true;
        }
        if (!broker.inControlledShutdown() || leadsAny(image, broker.brokerId())) {
            return false;
        }
        boolean waitedLong = nowMs - leaving.shutdownSinceMs >= config.shutdownWaitMaxMs();
        return waitedLong
                || image.brokers().values().stream()
                        .filter(BrokerImage::isEligible)
                        .allMatch(other -> hasApplied(other, leaving.shutdownIndex));
    }

    private boolean hasApplied(BrokerImage broker, long index) {
        Seen last = seen.get(broker.brokerId());
        return last != null && last.heartbeat.broker().equals(life(broker)) && last.heartbeat.appliedIndex() >= index;
    }

    private static boolean leadsAny(ClusterImage image, int brokerId) {
        for (TopicImage topic : image.topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                if (partition.leader() == brokerId) {
                    return true;
                }
            }
        }
        return false;
    }

    private static BrokerLife life(BrokerImage broker) {
        return new BrokerLife(broker.brokerId(), broker.brokerEpoch());
    }

    /**
     * What is known of a broker from its heartbeats.
     *
     * @param heartbeat the last one
     * @param shutdownIndex metadata index at which it was first seen to leave, not before the entry that made it so; -1
     *     when it does not leave
     * @param shutdownSinceMs when that was seen
     */
    private record Seen(BrokerHeartbeat heartbeat, long shutdownIndex, long shutdownSinceMs) {
        static Seen next(
                @Nullable Seen before, BrokerHeartbeat heartbeat, BrokerImage broker, long imageIndex, long nowMs) {
            if (!broker.inControlledShutdown()) {
                return new Seen(heartbeat, -1, nowMs);
            }
            if (before != null
                    && before.shutdownIndex >= 0
                    && before.heartbeat.broker().equals(heartbeat.broker())) {
                return new Seen(heartbeat, before.shutdownIndex, before.shutdownSinceMs);
            }
            return new Seen(heartbeat, imageIndex, nowMs);
        }
    }
}
