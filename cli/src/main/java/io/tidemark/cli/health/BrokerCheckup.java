// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.cli.health.Finding.Severity;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeReplicasResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Holds what brokers tell of themselves, their clocks, disks and producers, against what keeps records safe. */
final class BrokerCheckup {
    private static final long SKEW_MAX_MS = 1_000;
    private static final double DISK_LEFT_LEAST = 0.05;

    private final List<Finding> findings = new ArrayList<>();
    private final SortedMap<Integer, Long> aheadMs = new TreeMap<>();
    private final WeakWrites weakWrites = new WeakWrites();
    private long slackMs;

    private BrokerCheckup() {}

    /** @param topics whose producers are asked about; empty for all */
    static List<Finding> run(Admin admin, DescribeClusterResponse cluster, List<String> topics) {
        BrokerCheckup checkup = new BrokerCheckup();
        for (BrokerDescription broker : cluster.getBrokersList()) {
            if (!broker.getFenced()) {
                checkup.ask(admin, broker);
            }
        }
        checkup.checkClocks();
        checkup.findings.addAll(checkup.weakWrites.findings(topics));
        return checkup.findings;
    }

    private void ask(Admin admin, BrokerDescription broker) {
        long beforeMs = System.currentTimeMillis();
        DescribeReplicasResponse told;
        try {
            told = admin.describeReplicas(broker, List.of());
        } catch (TidemarkException e) {
            findings.add(new Finding(
                    Severity.warning,
                    "broker " + broker.getBrokerId(),
                    "does not tell its clock, its disk and how it is written to: " + e.getMessage()));
            return;
        }
        long afterMs = System.currentTimeMillis();
        if (told.getWallTimeMs() > 0) {
            aheadMs.put(broker.getBrokerId(), told.getWallTimeMs() - (beforeMs + afterMs) / 2);
            slackMs = Math.max(slackMs, afterMs - beforeMs);
        }
        weakWrites.add(told);
        checkDisk(broker.getBrokerId(), told.getDiskUsableBytes(), told.getDiskTotalBytes());
    }

    private void checkDisk(int brokerId, long usableBytes, long totalBytes) {
        if (totalBytes > 0 && usableBytes < totalBytes * DISK_LEFT_LEAST) {
            findings.add(new Finding(
                    Severity.warning,
                    "broker " + brokerId,
                    String.format(
                            Locale.ROOT,
                            "its disk has %.1f of %.1f GB left: when it is full its partitions refuse writes; free or add"
                                    + " space, or keep records for less time",
                            usableBytes / 1e9,
                            totalBytes / 1e9)));
        }
    }

    /** Between the brokers, not with this machine, whose clock may be the wrong one. */
    private void checkClocks() {
        if (aheadMs.size() < 2) {
            return;
        }
        long least = aheadMs.values().stream().mapToLong(Long::longValue).min().orElse(0);
        long most = aheadMs.values().stream().mapToLong(Long::longValue).max().orElse(0);
        if (most - least > SKEW_MAX_MS + slackMs) {
            StringBuilder each = new StringBuilder();
            aheadMs.forEach((brokerId, ms) -> each.append(each.isEmpty() ? "" : ", ")
                    .append(brokerId)
                    .append(": +")
                    .append(ms - least));
            findings.add(new Finding(
                    Severity.warning,
                    "clocks",
                    "of the brokers differ by " + (most - least) + " ms (" + each
                            + "): retention and look-ups by time go by the leader's; let them follow one time server"));
        }
    }
}
