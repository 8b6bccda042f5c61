// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.cli.health.Finding.Severity;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import java.util.ArrayList;
import java.util.List;

/** Holds the quorum and the brokers against what keeps a cluster going. Pure. */
final class QuorumCheckup {
    private static final String QUORUM = "quorum";

    private QuorumCheckup() {}

    static List<Finding> run(DescribeClusterResponse cluster, int voterCount) {
        List<Finding> findings = new ArrayList<>();
        if (cluster.getControllerId() < 0) {
            findings.add(new Finding(
                    Severity.error, QUORUM, "has no leader: nothing can be elected; start a majority of the voters"));
        }
        int survivable = (voterCount - 1) / 2;
        if (survivable == 0) {
            findings.add(new Finding(
                    Severity.warning,
                    QUORUM,
                    voterCount + " voter(s): the loss of any stops elections and topic changes; have three or five"));
        } else {
            findings.add(new Finding(
                    Severity.info, QUORUM, voterCount + " voters: goes on while " + survivable + " of them are down"));
        }
        if (voterCount > 1 && voterCount % 2 == 0) {
            findings.add(new Finding(
                    Severity.warning, QUORUM, "an even number of voters survives no more than one fewer would"));
        }
        for (BrokerDescription broker : cluster.getBrokersList()) {
            if (broker.getFenced()) {
                findings.add(new Finding(
                        Severity.warning, "broker " + broker.getBrokerId(), "is down or cut off: it leads nothing"));
            }
        }
        return findings;
    }
}
