// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.RecoveredElection;
import io.tidemark.metadata.command.ClusterCommand.RecoveredLog;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What brokers reported of partitions without any eligible leader replica, and the choice made from it (KIP-966): the log
 * with the highest last epoch, and among equals the longest. Kept in memory by the active controller; a new controller
 * waits for the brokers to report again. One thread.
 */
final class RecoveryReports {
    private static final Comparator<RecoveredLog> BY_LENGTH =
            Comparator.comparingInt(RecoveredLog::lastEpoch).thenComparingLong(RecoveredLog::logEndOffset);

    private final int proactiveWaitMs;
    private final SortedMap<PartitionKey, Reports> partitions = new TreeMap<>();

    RecoveryReports(int proactiveWaitMs) {
        this.proactiveWaitMs = proactiveWaitMs;
    }

    /** A broker has this log. The latest report of a broker counts. */
    void add(BrokerLife sender, RecoveredLog log, long nowMs) {
        partitions
                .computeIfAbsent(log.partition(), unused -> new Reports(nowMs))
                .logs
                .put(sender.brokerId(), new Report(sender, log));
    }

    /** Elections that the reports allow now; reports that are of no use any more are dropped. */
    List<RecoveredElection> due(ClusterImage image, long nowMs) {
        partitions.keySet().removeIf(key -> !isWaiting(image, key));
        List<RecoveredElection> due = new ArrayList<>();
        partitions.forEach((key, reports) -> {
            PartitionImage partition = image.partition(key);
            RecoveredElection election = partition == null ? null : choose(image, key, partition, reports, nowMs);
            if (election != null) {
                due.add(election);
            }
        });
        return due;
    }

    /** When waiting for the rest ends somewhere; {@link Long#MAX_VALUE} for never. */
    long nextMs(long nowMs) {
        long next = Long.MAX_VALUE;
        for (Reports reports : partitions.values()) {
            long end = reports.sinceMs + proactiveWaitMs;
            next = end - nowMs > 0 ? Math.min(next, end) : next;
        }
        return next;
    }

    private static boolean isWaiting(ClusterImage image, PartitionKey key) {
        PartitionImage partition = image.partition(key);
        TopicImage topic = image.topics().get(key.topicId());
        return partition != null && partition.lacksEligible() && topic != null && !topic.isDeleted();
    }

    private @Nullable RecoveredElection choose(
            ClusterImage image, PartitionKey key, PartitionImage partition, Reports reports, long nowMs) {
        TopicConfigs configs = TopicConfigs.of(image, key.topicId());
        boolean all = partition.lastKnownElr().stream().allMatch(id -> reports.of(image, id) != null);
        boolean waited = nowMs - reports.sinceMs >= proactiveWaitMs;
        boolean may =
                switch (configs.uncleanRecoveryStrategy()) {
                    case BALANCED -> all;
                    case PROACTIVE -> all || waited;
                    case MANUAL -> false;
                };
        if (!may) {
            return null;
        }
        Report best = null;
        for (Integer id : partition.lastKnownElr()) {
            Report report = reports.of(image, id);
            if (report != null && (best == null || BY_LENGTH.compare(report.log, best.log) > 0)) {
                best = report;
            }
        }
        return best == null
                ? null
                : new RecoveredElection(
                        key, partition.partitionEpoch(), best.sender, best.log.lastEpoch(), best.log.logEndOffset());
    }

    private record Report(BrokerLife sender, RecoveredLog log) {}

    private static final class Reports {
        final long sinceMs;
        final SortedMap<Integer, Report> logs = new TreeMap<>();

        Reports(long sinceMs) {
            this.sinceMs = sinceMs;
        }

        /** The report of a broker that lives the same life still and may lead. */
        @Nullable
        Report of(ClusterImage image, int brokerId) {
            Report report = logs.get(brokerId);
            BrokerImage broker = image.brokers().get(brokerId);
            boolean valid = report != null
                    && broker != null
                    && broker.isEligible()
                    && broker.brokerEpoch() == report.sender.brokerEpoch();
            return valid ? report : null;
        }
    }
}
