// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.LocalNode;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.topic.TopicText;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.TopicDescription;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Kills a leader while lines stream, waits for its partitions to go on, and brings it back. */
final class NodeLoss {
    private static final Duration LEAD_LIMIT = Duration.ofSeconds(60);
    private static final Duration FAILOVER_LIMIT = Duration.ofSeconds(60);
    private static final Duration WHOLE_LIMIT = Duration.ofSeconds(60);

    private final DemoPlan plan;
    private final Narrator narrator;
    private final LocalCluster nodes;
    private final DemoTopic topic;
    private final DemoStreams streams;

    NodeLoss(DemoPlan plan, Narrator narrator, LocalCluster nodes, DemoTopic topic, DemoStreams streams) {
        this.plan = plan;
        this.narrator = narrator;
        this.nodes = nodes;
        this.topic = topic;
        this.streams = streams;
    }

    /** A node about to be killed. */
    private record Victim(int nodeId, boolean ledQuorum, List<Integer> partitions, TopicDescription before) {}

    /** Does it once; returns when every replica is in sync again. */
    Failover carryOut() throws IOException {
        Victim victim = choose();
        kill(victim);
        streams.await(
                "failover",
                "an acknowledged write on every partition that node " + victim.nodeId() + " led",
                FAILOVER_LIMIT,
                streams.failover()::isComplete);
        tellFailover();
        long elapsedMs = streams.failover().elapsedMs().orElseThrow();
        return new Failover(victim.nodeId(), victim.ledQuorum(), victim.partitions(), elapsedMs, bringBack(victim));
    }

    /** A wanted node that leads nothing yet, because it has just come back, is waited for. */
    private Victim choose() {
        long deadlineNanos = System.nanoTime() + LEAD_LIMIT.toNanos();
        while (true) {
            TopicDescription before = topic.describe();
            int controllerId = topic.controllerId();
            int nodeId = DemoTopic.victim(before, plan.victim(), controllerId, partition -> streams.writer()
                    .acknowledgedOf(partition));
            List<Integer> led = DemoTopic.partitionsLedBy(before, nodeId);
            if (!led.isEmpty()) {
                return new Victim(nodeId, controllerId == nodeId, led, before);
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw CommandException.failed("node " + nodeId + " leads no partition: run the demo again");
            }
            streams.pause("stream");
        }
    }

    private void kill(Victim victim) {
        narrator.tell("before", streams.written().acknowledgedCount() + " lines are acknowledged");
        narrator.detail(TopicText.lines(victim.before()));
        streams.failover().onKill(System.nanoTime(), victim.partitions());
        nodes.kill(List.of(nodes.layout().node(victim.nodeId())));
        narrator.tell(
                "kill -9",
                "node " + victim.nodeId() + ", leader of partitions " + commas(victim.partitions())
                        + (victim.ledQuorum() ? " and of the quorum" : ", not the quorum's leader"));
    }

    private void tellFailover() {
        FailoverClock failover = streams.failover();
        String each = failover.elapsedMsByPartition().entrySet().stream()
                .map(entry -> "partition " + entry.getKey() + " after " + entry.getValue() + " ms")
                .collect(Collectors.joining(", "));
        narrator.tell(
                "failover", failover.elapsedMs().orElseThrow() + " ms until writes were acknowledged again: " + each);
        narrator.tell("after", "the same partitions under other leaders");
        narrator.detail(TopicText.lines(topic.describe()));
    }

    /** Returns how long it took from the start to every replica in sync, milliseconds. */
    private long bringBack(Victim victim) throws IOException {
        long startNanos = System.nanoTime();
        LocalNode node = nodes.layout().node(victim.nodeId());
        nodes.start(node);
        narrator.tell("restart", "node " + victim.nodeId());
        streams.await("rejoin", "a whole in-sync replica set", WHOLE_LIMIT, this::isWhole);
        long elapsedNanos = System.nanoTime() - startNanos;
        narrator.tell("rejoined", "every replica in sync " + DemoRun.seconds(elapsedNanos) + " after the restart");
        return elapsedNanos / 1_000_000;
    }

    /** A refused question while a node is away is not the end: it is asked again until the limit. */
    private boolean isWhole() {
        try {
            return DemoTopic.isWhole(topic.describe());
        } catch (TidemarkException e) {
            return false;
        }
    }

    private static String commas(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
