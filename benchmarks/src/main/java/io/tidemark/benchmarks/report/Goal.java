// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.List;
import java.util.Optional;

/**
 * What a metric of a scenario should come to, as a ratio of Tidemark to its peer.
 *
 * @param scenario scenario name
 * @param metric metric name
 * @param peer system compared with
 * @param isMoreBetter whether the ratio should be at least {@code ratio}; else at most
 * @param ratio the bound
 */
public record Goal(String scenario, String metric, String peer, boolean isMoreBetter, double ratio) {
    private static final String KAFKA = "kafka";

    /** Every goal, in the order in which reports show them. */
    public static final List<Goal> ALL = List.of(
            atLeast("throughput-1k", "mbPerSecond", 2.0),
            atMost("throughput-1k", "nodeCpuSecondsPerGb", 0.6),
            atLeast("throughput-100b", "mbPerSecond", 1.5),
            atLeast("throughput-16k", "mbPerSecond", 1.5),
            atLeast("throughput-1m", "mbPerSecond", 1.5),
            atMost("latency-1k", "ackP50Micros", 0.6),
            atMost("latency-1k", "ackP99Micros", 0.4),
            atMost("latency-1k", "ackP999Micros", 0.5),
            atMost("latency-10k", "ackP50Micros", 0.6),
            atMost("latency-10k", "ackP99Micros", 0.4),
            atMost("latency-10k", "ackP999Micros", 0.5),
            atMost("end-to-end", "endToEndP50Micros", 0.6),
            atMost("end-to-end", "endToEndP99Micros", 0.6),
            atLeast("catch-up-warm", "mbPerSecond", 1.2),
            atLeast("catch-up-cold", "mbPerSecond", 1.2),
            atLeast("flushed", "mbPerSecond", 3.0),
            atLeast("partitions-1", "mbPerSecond", 1.0),
            atLeast("partitions-6", "mbPerSecond", 1.0),
            atLeast("partitions-100", "mbPerSecond", 1.0),
            atLeast("partitions-1000", "mbPerSecond", 1.0),
            atMost("failover", "firstAckMs", 0.1),
            new Goal("failover", "firstAckMs", "kafka-tuned", false, 0.5),
            atMost("cold-start", "firstTopicMs", 0.4),
            atMost("idle-memory", "residentMb", 0.8));

    /** The goal for a metric, if there is one. */
    public static Optional<Goal> of(String scenario, String metric, String peer) {
        return ALL.stream()
                .filter(goal -> goal.scenario.equals(scenario) && goal.metric.equals(metric) && goal.peer.equals(peer))
                .findFirst();
    }

    /** Whether a ratio reaches it. */
    public boolean isReachedBy(double measured) {
        return isMoreBetter ? measured >= ratio : measured <= ratio;
    }

    private static Goal atLeast(String scenario, String metric, double ratio) {
        return new Goal(scenario, metric, KAFKA, true, ratio);
    }

    private static Goal atMost(String scenario, String metric, double ratio) {
        return new Goal(scenario, metric, KAFKA, false, ratio);
    }
}
