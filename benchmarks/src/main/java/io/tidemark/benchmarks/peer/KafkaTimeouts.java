// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How soon Kafka takes a silent broker for dead.
 *
 * @param broker settings of brokers
 * @param client settings of clients
 */
record KafkaTimeouts(SortedMap<String, String> broker, SortedMap<String, String> client) {
    /** As Kafka is delivered. */
    static final KafkaTimeouts DEFAULT = new KafkaTimeouts(new TreeMap<>(), new TreeMap<>());

    /**
     * As low as is still safe on a machine with few cores: half a second of heartbeats, so that three may be lost before a
     * broker is fenced, and a quorum that notices its leader's death within a second.
     */
    static final KafkaTimeouts LOWEST = new KafkaTimeouts(
            new TreeMap<>(Map.of(
                    "broker.heartbeat.interval.ms", "500",
                    "broker.session.timeout.ms", "1500",
                    "controller.quorum.fetch.timeout.ms", "1000",
                    "controller.quorum.election.timeout.ms", "500",
                    "controller.quorum.election.backoff.max.ms", "250",
                    "controller.quorum.request.timeout.ms", "1000")),
            new TreeMap<>(Map.of(
                    "retry.backoff.ms", "20",
                    "retry.backoff.max.ms", "100",
                    "reconnect.backoff.ms", "20",
                    "reconnect.backoff.max.ms", "100",
                    "request.timeout.ms", "1500")));
}
