// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.LocalNode;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The demo from the first process to the proof. */
final class DemoRun {
    private static final Duration STREAM_LIMIT = Duration.ofMinutes(30);
    private static final int LINES_BETWEEN_FAILOVERS = 5_000;

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
                DemoReport report = streamThroughFailures(topic, streams);
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

    private DemoReport streamThroughFailures(DemoTopic topic, DemoStreams streams) throws IOException {
        NodeLoss loss = new NodeLoss(plan, narrator, nodes, topic, streams);
        List<Failover> failovers = new ArrayList<>();
        int lines = plan.failoverCount() == 1 ? plan.recordCount() / 2 : LINES_BETWEEN_FAILOVERS;
        while (failovers.size() < plan.failoverCount()) {
            int next = streams.written().acknowledgedCount() + lines;
            streams.await(
                    "stream",
                    "so many acknowledged lines",
                    STREAM_LIMIT,
                    () -> streams.written().acknowledgedCount() >= next);
            failovers.add(loss.carryOut());
        }
        if (plan.failoverCount() > 1) {
            streams.writer().finish();
        }
        streams.awaitEnd(STREAM_LIMIT);
        DeliveryProof.Verdict afterwards = readBack(streams.written());
        return new DemoReport(failovers, streams.written(), streams.readerVerdict(), afterwards);
    }

    private DeliveryProof.Verdict readBack(WrittenLines written) {
        narrator.tell("proof", "reading everything back from the start");
        try (Consumer consumer = session.clients().consumer(clientConfig)) {
            LineCheck check = new LineCheck(consumer, new DeliveryProof(written, plan.recordCount()));
            check.readAll();
            return check.verdict();
        }
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
