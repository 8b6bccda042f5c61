// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.LocalNode;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.topic.TopicText;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.TopicDescription;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The demo from the first process to the proof. */
final class DemoRun {
    private static final Duration FAILOVER_LIMIT = Duration.ofSeconds(60);
    private static final Duration WHOLE_LIMIT = Duration.ofSeconds(60);
    private static final Duration STREAM_LIMIT = Duration.ofMinutes(30);

    private final DemoPlan plan;
    private final Session session;
    private final Narrator narrator;
    private final LocalCluster nodes;
    private final ClientConfig clientConfig;

    DemoRun(DemoPlan plan, Session session, Narrator narrator, LocalCluster nodes) {
        this.plan = plan;
        this.session = session;
        this.narrator = narrator;
        this.nodes = nodes;
        this.clientConfig =
                new ClientConfig(Map.of("bootstrap.servers", nodes.layout().bootstrap()));
    }

    DemoReport run() throws IOException {
        startNodes();
        try (Admin admin = session.clients().admin(clientConfig)) {
            DemoTopic topic = new DemoTopic(admin);
            topic.create();
            narrator.tell(
                    "topic",
                    DemoPlan.TOPIC + ": " + DemoPlan.PARTITION_COUNT + " partitions, replication factor "
                            + DemoPlan.REPLICATION_FACTOR + ", acks=all");
            try (DemoStreams streams =
                    new DemoStreams(plan, session.clients(), nodes.layout().bootstrap(), narrator)) {
                DemoReport report = streamThroughFailure(topic, streams);
                streams.release();
                return report;
            }
        }
    }

    private void startNodes() throws IOException {
        narrator.tell(
                "start", DemoPlan.NODE_COUNT + " nodes under " + nodes.layout().directory());
        long startNanos = System.nanoTime();
        nodes.startAll();
        nodes.awaitReady();
        String addresses =
                nodes.layout().nodes().stream().map(LocalNode::address).collect(Collectors.joining(", "));
        narrator.tell("ready", seconds(System.nanoTime() - startNanos) + ": " + addresses);
    }

    private DemoReport streamThroughFailure(DemoTopic topic, DemoStreams streams) throws IOException {
        streams.await(
                "stream",
                "half of the stream",
                STREAM_LIMIT,
                () -> streams.written().acknowledgedCount() >= plan.recordCount() / 2);
        DemoReport.Casualty casualty = kill(topic, streams);
        streams.await(
                "failover",
                "an acknowledged write on every partition that node " + casualty.nodeId() + " led",
                FAILOVER_LIMIT,
                streams.failover()::isComplete);
        tellFailover(topic, streams.failover());
        long restartNanos = System.nanoTime();
        LocalNode victim = nodes.layout().node(casualty.nodeId());
        nodes.start(victim);
        narrator.tell("restart", "node " + casualty.nodeId());
        streams.await("rejoin", "a whole in-sync replica set", WHOLE_LIMIT, () -> isWhole(topic));
        long isrWholeMs = (System.nanoTime() - restartNanos) / 1_000_000;
        narrator.tell("rejoined", "every replica in sync " + seconds(isrWholeMs * 1_000_000) + " after the restart");
        streams.awaitEnd(STREAM_LIMIT);
        long failoverMs = streams.failover().elapsedMs().orElseThrow();
        DeliveryProof.Verdict afterwards = readBack(streams.written());
        return new DemoReport(casualty, failoverMs, isrWholeMs, streams.written(), streams.readerVerdict(), afterwards);
    }

    private DemoReport.Casualty kill(DemoTopic topic, DemoStreams streams) {
        TopicDescription before = topic.describe();
        int controllerId = topic.controllerId();
        int nodeId = DemoTopic.victim(before, plan.victim(), controllerId, partition -> streams.writer()
                .acknowledgedOf(partition));
        List<Integer> affected = DemoTopic.partitionsLedBy(before, nodeId);
        if (affected.isEmpty()) {
            throw CommandException.failed("node " + nodeId + " leads no partition: run the demo again");
        }
        narrator.tell("before", "half of the lines are acknowledged");
        narrator.detail(TopicText.lines(before));
        LocalNode victim = nodes.layout().node(nodeId);
        streams.failover().onKill(System.nanoTime(), affected);
        nodes.kill(List.of(victim));
        narrator.tell(
                "kill -9",
                "node " + nodeId + ", leader of partitions " + commas(affected)
                        + (controllerId == nodeId ? " and of the quorum" : ", not the quorum's leader"));
        return new DemoReport.Casualty(nodeId, controllerId == nodeId, affected);
    }

    private void tellFailover(DemoTopic topic, FailoverClock failover) {
        String each = failover.elapsedMsByPartition().entrySet().stream()
                .map(entry -> "partition " + entry.getKey() + " after " + entry.getValue() + " ms")
                .collect(Collectors.joining(", "));
        narrator.tell(
                "failover", failover.elapsedMs().orElseThrow() + " ms until writes were acknowledged again: " + each);
        TopicDescription after = topic.describe();
        narrator.tell("after", "the same partitions under other leaders");
        narrator.detail(TopicText.lines(after));
    }

    /** A refused question while a node is away is not the end: it is asked again until the limit. */
    private static boolean isWhole(DemoTopic topic) {
        try {
            return DemoTopic.isWhole(topic.describe());
        } catch (TidemarkException e) {
            return false;
        }
    }

    private DeliveryProof.Verdict readBack(WrittenLines written) {
        narrator.tell("proof", "reading everything back from the start");
        try (Consumer consumer = session.clients().consumer(clientConfig)) {
            LineCheck check = new LineCheck(consumer, new DeliveryProof(written, plan.recordCount()));
            check.readAll();
            return check.verdict();
        }
    }

    private static String commas(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
