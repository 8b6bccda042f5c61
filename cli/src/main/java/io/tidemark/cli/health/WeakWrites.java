// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.cli.health.Finding.Severity;
import io.tidemark.v1.DescribeReplicasResponse;
import io.tidemark.v1.ReplicaDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which topics were written of late by producers that did not wait for the in-sync replicas. */
final class WeakWrites {
    private static final Duration RECENT = Duration.ofHours(1);

    private final SortedMap<String, Long> newestAgeMs = new TreeMap<>();

    /** Takes in what one broker remembers of the partitions that it has led. */
    void add(DescribeReplicasResponse told) {
        for (ReplicaDescription replica : told.getReplicasList()) {
            if (replica.hasSinceWeakWriteMs() && replica.getSinceWeakWriteMs() <= RECENT.toMillis()) {
                newestAgeMs.merge(replica.getTopic(), replica.getSinceWeakWriteMs(), Math::min);
            }
        }
    }

    /** A finding for each of these topics; for each topic at all when none is named. */
    List<Finding> findings(Collection<String> topics) {
        List<Finding> findings = new ArrayList<>();
        newestAgeMs.forEach((topic, ageMs) -> {
            if (topics.isEmpty() || topics.contains(topic)) {
                findings.add(new Finding(
                        Severity.warning,
                        "topic " + topic,
                        "a producer wrote without acks=all "
                                + Duration.ofMillis(ageMs).toMinutes()
                                + " minutes ago: such records are lost with their leader, whatever else the topic survives;"
                                + " set acks=all in its producers"));
            }
        });
        return findings;
    }
}
